import { z } from 'zod'
import { readCsvRows } from '../importers/csv-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../importers/source-rows.ts'

/**
 * What another name can be for, and how the `of` column names it:
 * - `category`, `performer`, `venue`: slug. The name only finds it in a search.
 * - `city`: name; `country`: two-letter code
 * - `keyword`: slug of a sport or genre. The word finds all of its events.
 * - `event`: `competition/title`. The name is also matched by imports.
 * - `rivalry`: two performers' slugs, `arsenal + tottenham-hotspur`
 * - `kick-off`: competition, weekday and earliest local time, `nfl sunday 17:00`
 * - `event-session`, `other-session`: a competition's slug. Sources name such a session of a race weekend.
 */
export const nameTypes = [
  'category',
  'performer',
  'venue',
  'city',
  'country',
  'keyword',
  'event',
  'rivalry',
  'kick-off',
  'event-session',
  'other-session',
] as const
export type NameType = (typeof nameTypes)[number]

/** Another name: what it is for, as text, and the name itself. */
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
