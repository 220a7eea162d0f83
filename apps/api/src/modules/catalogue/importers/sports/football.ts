import { parseLocal } from '@terrace/domain/time/dates'
import { z } from 'zod'
import type { Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { meetingOf, unstated, type Fixture } from '../fixtures/fixture.ts'
import { readJsonRows } from '../json-rows.ts'
import { emptyParse, parseRows, type ParseContext, type Parsed, type RowResult } from '../source-rows.ts'

const goals = z.tuple([z.int().nonnegative(), z.int().nonnegative()])

/** football.json uses `{ft, ht}`, but a bare pair for some goalless games. */
const score = z
  .union([goals.transform((ft) => ({ ft })), z.looseObject({ ft: goals })], {
    error: 'is not a score such as {"ft": [2, 1]}',
  })
  .optional()

const text = z.string({ error: 'is missing' }).trim().min(1, 'is empty')

const match = z.looseObject({
  round: text.optional(),
  date: text.refine(
    (date) => /^\d{4}-\d\d-\d\d$/.test(date) && parseLocal(date) !== null,
    'is not a date such as 2026-08-21',
  ),
  time: text
    .refine((time) => parseLocal(`2000-01-01T${time}`) !== null, 'is not a time such as 15:00')
    .optional(),
  team1: text,
  team2: text,
  score,
  status: text.optional(),
})

interface League {
  competition: Competition
  season: string
}

/**
 * Parses a season in the football.json format. League and season come from the file's `name` ("English Premier League
 * 2026/27"), or else from the file name ("en.1-2026.json").
 */
export function parseFootball(content: string, { fileName, competitions }: ParseContext): Parsed<Fixture> {
  const { header, rows, bad } = readJsonRows(content, 'matches')
  if (rows.length === 0 && bad.length > 0) return emptyParse(bad)
  const league = leagueOf(competitions, typeof header.name === 'string' ? header.name : '', fileName)
  if (typeof league === 'string') return emptyParse([{ line: 1, reason: league }, ...bad])
  const seen = new Map<string, number>()
  const parsed = parseRows(rows, match, (row, line): RowResult<Fixture> => {
    if (row.team1 === row.team2) return { bad: `${row.team1} cannot play itself` }
    const pairing = `${row.team1}\n${row.team2}`
    const earlier = seen.get(pairing)
    if (earlier !== undefined)
      return { bad: `${row.team1} against ${row.team2} is already on line ${earlier}` }
    seen.set(pairing, line)
    return { value: toFixture(row, league) }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

function toFixture(row: z.output<typeof match>, { competition, season }: League): Fixture {
  const status = row.status === 'postponed' || row.status === 'cancelled' ? row.status : 'scheduled'
  return {
    ...unstated,
    competition: competition.slug,
    season,
    ...meetingOf(row.team1, row.team2),
    round: row.round ?? null,
    when: { kind: 'local', local: `${row.date}T${row.time ?? '00:00'}` },
    timeKnown: row.time !== undefined,
    // A postponed match keeps its old day until the league sets a new one.
    dateConfirmed: status !== 'postponed',
    status,
  }
}

/** The league and season, or the reason why they are unknown. */
export function leagueOf(competitions: Competitions, name: string, fileName: string): League | string {
  const titled = /^(.+?)\s+(\d{4})(?:[/-](\d\d(?:\d\d)?))?$/.exec(name.trim())
  const coded = /^([a-z]{2}\.\d)(?:-(\d{4})(?:-(\d\d))?)?/.exec(fileName)
  const competition = competitions.named(titled?.[1] ?? '') ?? competitions.named(coded?.[1] ?? '')
  if (!competition)
    return `unknown competition "${name || fileName}"; known: ${competitions.slugs.join(', ')}`
  const [from, to] = titled ? [titled[2], titled[3]] : [coded?.[2], coded?.[3]]
  if (!from) return `"${name || fileName}" has no season such as 2026/27`
  return { competition, season: to ? `${from}-${to.slice(-2)}` : from }
}
