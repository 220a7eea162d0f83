import { readFileSync } from 'node:fs'
import { toLocal } from '@terrace/domain/time/time-zones'
import { expect, test } from 'vitest'
import { demoParseContext } from '#api/test/fixtures/demo-competitions.ts'
import { addWeeks } from './event-times.ts'
import { parseConcerts } from '../importers/concerts/concerts.ts'
import { parseF1, parseF1Calendar } from '../importers/sports/f1.ts'
import type { Fixture } from '../importers/fixtures/fixture.ts'
import { parseFootball } from '../importers/sports/football.ts'
import { parseNfl } from '../importers/sports/nfl.ts'
import type { Parsed } from '../importers/source-rows.ts'
import { decideShiftWeeks } from './decide-shift-weeks.ts'

const demo = (path: string) =>
  readFileSync(new URL(`../../../../../../seeds/data/${path}`, import.meta.url), 'utf8')

function localsOf(...parsed: Parsed<Fixture>[]): string[] {
  return parsed.flatMap(({ rows }) =>
    rows.map(({ value: { when } }) =>
      when.kind === 'utc' ? (toLocal(when.instant, 'UTC') ?? '') : when.local,
    ),
  )
}

const competitions = [
  ['Premier League', localsOf(parseFootball(demo('football/en.1.json'), demoParseContext('en.1.json')))],
  [
    'Brasileirão',
    localsOf(parseFootball(demo('football/br.1-2026.json'), demoParseContext('br.1-2026.json'))),
  ],
  ['Bundesliga', localsOf(parseFootball(demo('football/de.1.json'), demoParseContext('de.1.json')))],
  ['NFL', localsOf(parseNfl(demo('nfl/nfl-2026-schedule.csv')))],
  [
    'Formula 1',
    localsOf(parseF1(demo('f1/f1db-2026-races.json')), parseF1Calendar(demo('f1/f1-2027-calendar.json'))),
  ],
  ['New York Philharmonic', localsOf(parseConcerts(demo('concerts/nyphil-2024-25_TO_NOW.json')))],
] as const satisfies [string, string[]][]

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
