import { z } from 'zod'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { readCsvRows } from '../csv-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../source-rows.ts'

export interface ClubRow {
  scope: string
  countryCode: string | null
  /** The displayed name. */
  name: string
  aliases: string[]
}

const filled = z.string().min(1, 'is empty')
const club = z.looseObject({
  league: filled,
  source_name: filled,
  name: filled,
  aliases: z.string().transform((text) => text.split('|').filter((alias) => alias !== '')),
})

/** Parses the table of club names. Names are unique within a league's country. */
export function parseClubs(
  content: string,
  { competitions }: { competitions: Competitions },
): Parsed<ClubRow> {
  const { rows, bad } = readCsvRows(content, ['league', 'source_name', 'name', 'aliases'])
  const parsed = parseRows(rows, club, (row): RowResult<ClubRow> => {
    const league = competitions.named(row.league)
    if (!league) return { bad: `league: unknown league ${row.league}` }
    const aliases = [row.source_name, ...row.aliases]
    return { value: { scope: league.scope, countryCode: league.countryCode, name: row.name, aliases } }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
