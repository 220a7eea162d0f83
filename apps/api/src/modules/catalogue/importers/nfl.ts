import { parseLocal } from '@terrace/domain/dates'
import { z } from 'zod'
import { readCsvRows } from './csv-rows.ts'
import type { Fixture } from './fixture.ts'
import { parseRows, type Parsed, type Row, type Verdict } from './source-rows.ts'

const columns = [
  'season',
  'week',
  'gameday',
  'gametime_us_eastern',
  'away_name',
  'home_name',
  'venue',
  'neutral',
]

/** The schedule prints every kick-off, even Melbourne's, in this zone. */
const scheduleZone = 'America/New_York'

const game = z.looseObject({
  season: z.string().regex(/^\d{4}$/, 'is no year'),
  week: z.string().regex(/^\d{1,2}$/, 'is no week number'),
  gameday: z
    .string()
    .refine((day) => day.length === 10 && parseLocal(day) !== null, 'is no date such as 2026-09-09'),
  gametime_us_eastern: z
    .string()
    .refine((time) => time === '' || parseLocal(`2000-01-01T${time}`) !== null, 'is no time such as 20:20'),
  away_name: z.string().min(1, 'is empty'),
  home_name: z.string().min(1, 'is empty'),
  venue: z.string(),
  neutral: z.enum(['0', '1'], { error: 'must be 0 or 1' }),
})

/**
 * The NFL schedule as nflverse prints it. Kick-offs are US Eastern: the day at the ground may be another (Melbourne).
 * A pairing is played twice a season, once at each home, so home and away tell the two apart.
 */
export function parseNfl(content: string): Parsed<Fixture> {
  const { rows, bad } = readCsvRows(content, columns)
  const placeholders = placeholderRounds(rows)
  const seen = new Map<string, number>()
  const parsed = parseRows(rows, game, (row, line): Verdict<Fixture> => {
    if (row.home_name === row.away_name) return { bad: `${row.home_name} cannot play itself` }
    const key = `${row.season}\n${row.home_name}\n${row.away_name}`
    const earlier = seen.get(key)
    if (earlier !== undefined)
      return { bad: `${row.away_name} at ${row.home_name} stands on line ${earlier} already` }
    seen.set(key, line)
    const isNeutral = row.neutral === '1'
    if (isNeutral && row.venue === '') return { bad: 'venue: is empty though the ground is neutral' }
    const timeKnown = row.gametime_us_eastern !== '' && !placeholders.has(`${row.season}/${row.week}`)
    // A placeholder is not carried to another zone: midnight in New York is the day before in Denver.
    const local = `${row.gameday}T${timeKnown ? row.gametime_us_eastern : '00:00'}`
    return {
      value: {
        competition: 'nfl',
        season: row.season,
        identity: { home: row.home_name, away: row.away_name },
        round: `Week ${row.week}`,
        when: timeKnown ? { kind: 'zoned', local, zone: scheduleZone } : { kind: 'local', local },
        timeKnown,
        dateConfirmed: true,
        venue: row.venue === '' ? undefined : { name: row.venue, required: isNeutral },
        artists: [],
        status: 'scheduled',
        isChange: false,
      },
    }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

/** Weeks whose eight games or more all begin at one and the same moment: no real week does, the times are to come. */
function placeholderRounds(rows: readonly Row<Record<string, string>>[]): Set<string> {
  const moments = new Map<string, string[]>()
  for (const { value } of rows) {
    const week = `${value.season}/${value.week}`
    moments.set(week, [...(moments.get(week) ?? []), `${value.gameday}T${value.gametime_us_eastern}`])
  }
  return new Set(
    [...moments].filter(([, all]) => all.length >= 8 && new Set(all).size === 1).map(([week]) => week),
  )
}
