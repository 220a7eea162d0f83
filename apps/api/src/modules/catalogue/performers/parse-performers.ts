import { z } from 'zod'
import { colourPair, type Colours } from '../competitions/category-art.ts'
import { defaultPerformerKind, type Competition } from '../competitions/competition.ts'
import type { Competitions } from '../competitions/competition-lookup.ts'
import { readCsvRows } from '../importers/csv-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../importers/source-rows.ts'
import { performerKinds, type PerformerKind } from '../proposals/proposal.ts'

export interface PerformerRow {
  competition: Competition
  name: string
  kind: PerformerKind
  countryCode: string | null
  /** `null` keeps the present ones. */
  colours: Colours | null
  aliases: string[]
  /** The season for which it is entered in the competition; `null` for no entry. */
  season: string | null
}

/** An empty cell counts as a missing column. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

const performer = z.looseObject({
  competition: z.string().min(1, 'is empty'),
  name: z.string().trim().min(1, 'is empty').max(80, 'must have at most 80 characters'),
  kind: optional(z.enum(performerKinds, { error: `must be one of ${performerKinds.join(', ')}` })),
  country_code: optional(z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')),
  colours: optional(colourPair),
  aliases: optional(z.string()),
  season: optional(z.string().regex(/^\d{4}(-\d\d)?$/, 'must be a season such as 2026 or 2026-27')),
})

/** Parses a table of performers; only `competition` and `name` are required columns. */
export function parsePerformers(
  content: string,
  { competitions }: { competitions: Competitions },
): Parsed<PerformerRow> {
  const { rows, bad } = readCsvRows(content, ['competition', 'name'])
  const parsed = parseRows(rows, performer, (row): RowResult<PerformerRow> => {
    const competition = competitions.find([row.competition])
    if (!competition) return { bad: `competition: unknown competition ${row.competition}` }
    return {
      value: {
        competition,
        name: row.name,
        kind: row.kind ?? defaultPerformerKind(competition),
        countryCode: row.country_code ?? competition.countryCode,
        colours: row.colours ?? null,
        aliases: (row.aliases ?? '').split('|').filter((alias) => alias.trim() !== ''),
        season: row.season ?? null,
      },
    }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
