import { parseLocal } from '@terrace/domain/time/dates'
import { z } from 'zod'
import { readCsvRows } from '../csv-rows.ts'
import { meetingOf, unstated, type Fixture } from '../fixtures/fixture.ts'
import { parseRows, type Parsed, type Row, type RowResult } from '../source-rows.ts'

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

/** The schedule prints every kick-off in this zone, even the one in Melbourne. */
const scheduleZone = 'America/New_York'

const game = z.looseObject({
  season: z.string().regex(/^\d{4}$/, 'is not a year'),
  week: z.string().regex(/^\d{1,2}$/, 'is not a week number'),
  gameday: z
    .string()
    .refine((day) => day.length === 10 && parseLocal(day) !== null, 'is not a date such as 2026-09-09'),
  gametime_us_eastern: z
    .string()
    .refine(
      (time) => time === '' || parseLocal(`2000-01-01T${time}`) !== null,
      'is not a time such as 20:20',
    ),
  away_name: z.string().min(1, 'is empty'),
  home_name: z.string().min(1, 'is empty'),
  venue: z.string(),
  neutral: z.enum(['0', '1'], { error: 'must be 0 or 1' }),
})

/**
 * Parses the NFL schedule from nflverse. The venue-local day can differ from the US Eastern day. Each pairing is
 * played at most once per home team and season.
 */
export function parseNfl(content: string): Parsed<Fixture> {
  const { rows, bad } = readCsvRows(content, columns)
  const placeholders = placeholderRounds(rows)
  const seen = new Map<string, number>()
  const parsed = parseRows(rows, game, (row, line): RowResult<Fixture> => {
    if (row.home_name === row.away_name) return { bad: `${row.home_name} cannot play itself` }
    const key = `${row.season}\n${row.home_name}\n${row.away_name}`
    const earlier = seen.get(key)
    if (earlier !== undefined)
      return { bad: `${row.away_name} at ${row.home_name} is already on line ${earlier}` }
    seen.set(key, line)
    const isNeutral = row.neutral === '1'
    if (isNeutral && row.venue === '') return { bad: 'venue: is required for a neutral game' }
    const timeKnown = row.gametime_us_eastern !== '' && !placeholders.has(`${row.season}/${row.week}`)
    // A placeholder is not converted: midnight in New York is the previous day in Denver.
    const local = `${row.gameday}T${timeKnown ? row.gametime_us_eastern : '00:00'}`
    return {
      value: {
        ...unstated,
        competition: 'nfl',
        season: row.season,
        ...meetingOf(row.home_name, row.away_name),
        round: `Week ${row.week}`,
        when: timeKnown ? { kind: 'zoned', local, zone: scheduleZone } : { kind: 'local', local },
        timeKnown,
        venue:
          row.venue === '' ? null : { name: row.venue, places: [], countryCode: null, required: isNeutral },
      },
    }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

/**
 * Weeks of eight or more games with one shared kick-off. Real weeks have several, so these times are placeholders.
 */
function placeholderRounds(rows: readonly Row<Record<string, string>>[]): Set<string> {
  const kickOffTimes = new Map<string, string[]>()
  for (const { value } of rows) {
    const week = `${value.season}/${value.week}`
    kickOffTimes.set(week, [
      ...(kickOffTimes.get(week) ?? []),
      `${value.gameday}T${value.gametime_us_eastern}`,
    ])
  }
  return new Set(
    [...kickOffTimes].filter(([, all]) => all.length >= 8 && new Set(all).size === 1).map(([week]) => week),
  )
}
