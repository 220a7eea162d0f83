import { toLocal } from '@terrace/domain/time/time-zones'
import { expect, test } from 'vitest'
import { readAll, seedData } from '#api/test/fixtures/read-fixture-file.ts'
import { addWeeks } from './event-times.ts'
import { decideShiftWeeks } from './decide-shift-weeks.ts'

async function localsOf(...files: [profile: string, path: string][]): Promise<string[]> {
  const read = await Promise.all(files.map(([profile, path]) => readAll(profile, seedData(path))))
  return read.flatMap(({ rows }) =>
    rows.map(({ value: { when } }) =>
      when.kind === 'utc' ? (toLocal(when.instant, 'UTC') ?? '') : when.local,
    ),
  )
}

const competitions: [string, string[]][] = [
  ['Premier League', await localsOf(['football-json', 'football/en.1.json'])],
  ['Brasileirão', await localsOf(['football-json', 'football/br.1-2026.json'])],
  ['Bundesliga', await localsOf(['football-json', 'football/de.1.json'])],
  ['NFL', await localsOf(['nflverse', 'nfl/nfl-2026-schedule.csv'])],
  [
    'Formula 1',
    await localsOf(['f1db-races', 'f1/f1db-2026-races.json'], ['f1-calendar', 'f1/f1-2027-calendar.json']),
  ],
  ['New York Philharmonic', await localsOf(['nyphil-archive', 'concerts/nyphil-2024-25_TO_NOW.json'])],
]

const days = Array.from({ length: 75 }, (_, index) => addWeeks('2026-06-03T00:00', index * 7).slice(0, 10))

test.each(competitions)(
  '[X-CAT-09] a demo of the %s has upcoming fixtures on any start date within ten years',
  (_, locals) => {
    for (const today of days) {
      const weeks = decideShiftWeeks(locals, today)
      const upcoming = locals.filter((local) => addWeeks(local, weeks).slice(0, 10) >= today)
      expect(upcoming.length, today).toBeGreaterThanOrEqual(3)
      // The shift is minimal, so there is no year-long gap before the next fixture.
      expect(upcoming.toSorted()[0], today).toBeDefined()
      const next = addWeeks(upcoming.toSorted()[0] ?? '', weeks).slice(0, 10)
      expect(Date.parse(next) - Date.parse(today), today).toBeLessThan(260 * 86_400_000)
    }
  },
)

test('[X-CAT-09] current leagues of autumn 2026 do not move, past concerts do', () => {
  const shifts = competitions.map(([name, locals]) => [name, decideShiftWeeks(locals, '2026-11-21')])
  expect(Object.fromEntries(shifts)).toEqual({
    'Premier League': 0,
    Brasileirão: 0,
    Bundesliga: 0,
    NFL: 0,
    'Formula 1': 0,
    'New York Philharmonic': 104,
  })
})
