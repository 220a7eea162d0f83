import { parseLocal } from '@terrace/domain/time/dates'
import { z } from 'zod'
import { leagueOf } from './football.ts'
import { meetingOf, unstated, type Fixture } from '../fixtures/fixture.ts'
import { readJsonRows } from '../json-rows.ts'
import { emptyParse, parseRows, type ParseContext, type Parsed, type RowResult } from '../source-rows.ts'

const dateTime = z
  .string({ error: 'is missing' })
  .refine(
    (text) => text.includes('T') && parseLocal(text) !== null,
    'is not a date and time such as 2026-09-20T14:00',
  )

const change = z.looseObject({
  round: z.string().optional(),
  team1: z.string({ error: 'is missing' }).min(1, 'is empty'),
  team2: z.string({ error: 'is missing' }).min(1, 'is empty'),
  from: dateTime.optional(),
  to: dateTime,
})

/**
 * Parses rescheduled matches: `{changes: [{team1, team2, from, to}]}`. League and season come from the file name
 * ("en.1-2026-27-reschedules.json"). Only `to` counts, because `from` may differ from the stored date.
 */
export function parseFootballChanges(
  content: string,
  { fileName, competitions }: ParseContext,
): Parsed<Fixture> {
  const { rows, bad } = readJsonRows(content, 'changes')
  const league = leagueOf(competitions, '', fileName)
  if (typeof league === 'string') return emptyParse([{ line: 1, reason: league }, ...bad])
  const parsed = parseRows(rows, change, (row): RowResult<Fixture> => ({
    value: {
      ...unstated,
      competition: league.competition.slug,
      season: league.season,
      ...meetingOf(row.team1, row.team2),
      round: row.round ?? null,
      when: { kind: 'local', local: row.to.slice(0, 16) },
      timeKnown: true,
      status: 'scheduled',
      isChange: true,
    },
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
