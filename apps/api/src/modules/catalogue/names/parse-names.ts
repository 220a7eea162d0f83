import { z } from 'zod'
import { readCsvRows } from '../importers/csv-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../importers/source-rows.ts'

/** Types of names; the comments show the `of` column. */
export const nameTypes = [
  // Slugs. These names are only used by the search.
  'category',
  'performer',
  'venue',
  'city',
  // Two-letter code.
  'country',
  // Slug of a sport or genre; the word finds all of its events.
  'keyword',
  // `competition/title`. Imports match these names too.
  'event',
  // `arsenal + tottenham-hotspur`
  'rivalry',
  // Competition, weekday and earliest local time: `nfl sunday 17:00`
  'kick-off',
  // Competition and kind of a session in its race weekends: `formula-1/practice`
  'event-session',
  'other-session',
] as const
export type NameType = (typeof nameTypes)[number]

/** Another name and its target, as text. */
export interface NameRow {
  type: NameType
  of: string
  name: string
}

export const nameFields = z.looseObject({
  type: z.enum(nameTypes, { error: `must be one of ${nameTypes.join(', ')}` }),
  of: z.string().min(1, 'is empty').max(200, 'must have at most 200 characters'),
  name: z.string().trim().min(1, 'is empty').max(80, 'must have at most 80 characters'),
})

/** Parses a table of other names with the columns `type`, `of` and `name`. */
export function parseNames(content: string): Parsed<NameRow> {
  const { rows, bad } = readCsvRows(content, ['type', 'of', 'name'])
  const parsed = parseRows(rows, nameFields, ({ type, of, name }): RowResult<NameRow> => ({
    value: { type, of, name },
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
