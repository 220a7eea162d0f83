import { z } from 'zod'
import { competitionNamed } from './competitions.ts'
import { readCsvRows } from './csv-rows.ts'
import { parseRows, type Parsed, type Verdict } from './source-rows.ts'

export interface ClubRow {
  scope: string
  countryCode: string
  /** What Terrace shows. */
  name: string
  /** All other names under which sources and people know the club. */
  aliases: string[]
}

const filled = z.string().min(1, 'is empty')
const club = z.looseObject({
  league: filled,
  source_name: filled,
  name: filled,
  aliases: z.string().transform((text) => text.split('|').filter((alias) => alias !== '')),
})

/** Our table of what one club is called by different sources; names hold within the country of a league. */
export function parseClubs(content: string): Parsed<ClubRow> {
  const { rows, bad } = readCsvRows(content, ['league', 'source_name', 'name', 'aliases'])
  const parsed = parseRows(rows, club, (row): Verdict<ClubRow> => {
    const league = competitionNamed(row.league)
    if (!league?.countryCode) return { bad: `league: ${row.league} is not known` }
    const aliases = [row.source_name, ...row.aliases]
    return { value: { scope: league.scope, countryCode: league.countryCode, name: row.name, aliases } }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
