import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseF1, parseF1Calendar } from './f1.ts'
import { parseNfl } from './nfl.ts'

const data = (path: string) =>
  readFileSync(new URL(`../../../../../../../seeds/data/${path}`, import.meta.url), 'utf8')
const header = 'season,week,gameday,gametime_us_eastern,away_name,home_name,venue,neutral'
const nfl = (...lines: string[]) => parseNfl([header, ...lines].join('\n'))

test('NFL kick-offs are US Eastern at every venue, and a neutral venue is required', () => {
  const { rows } = nfl(
    '2026,1,2026-09-10,20:35,San Francisco 49ers,Los Angeles Rams,Melbourne Cricket Ground,1',
  )
  expect(rows[0]?.value).toMatchObject({
    identity: { home: 'Los Angeles Rams', away: 'San Francisco 49ers' },
    when: { kind: 'zoned', local: '2026-09-10T20:35', zone: 'America/New_York' },
    venue: { name: 'Melbourne Cricket Ground', required: true },
    round: 'Week 1',
  })
})

test('a pairing is played once at each home; a second game at one home is a bad row', () => {
  const { rows, bad } = nfl(
    '2026,1,2026-09-10,20:35,A,B,Field,0',
    '2026,9,2026-11-10,20:35,B,A,Park,0',
    '2026,12,2026-12-01,20:35,A,B,Field,0',
  )
  expect(rows).toHaveLength(2)
  expect(bad).toEqual([{ line: 4, reason: 'A at B is already on line 2' }])
})

test('a week with one shared kick-off has placeholder times', () => {
  const games = (count: number) =>
    Array.from({ length: count }, (_, index) => `2026,18,2027-01-10,13:00,A${index},B${index},Field,0`)
  expect(new Set(nfl(...games(8)).rows.map(({ value }) => value.timeKnown))).toEqual(new Set([false]))
  expect(nfl(...games(8)).rows[0]?.value.when).toEqual({ kind: 'local', local: '2027-01-10T00:00' })
  // Seven games at 13:00 are an ordinary Sunday.
  expect(new Set(nfl(...games(7)).rows.map(({ value }) => value.timeKnown))).toEqual(new Set([true]))
})

test('[X-CAT-08] the full NFL schedule is read: 272 games, nine at neutral venues', () => {
  const { rows, bad } = parseNfl(data('nfl/nfl-2026-schedule.csv'))
  expect(bad).toEqual([])
  expect(rows).toHaveLength(272)
  expect(rows.filter(({ value }) => value.venue?.required)).toHaveLength(9)
})

test('F1DB times are instants, some as minutes since midnight', () => {
  const { rows, bad } = parseF1(data('f1/f1db-2026-races.json'))
  expect(bad).toEqual([])
  const race = (name: string) =>
    rows.find(({ value }) => 'name' in value.identity && value.identity.name === name)?.value
  expect(race('las-vegas')).toMatchObject({
    when: { kind: 'utc', instant: '2026-11-22T04:00:00.000Z' },
    venue: { name: 'f1 circuit las-vegas', required: true },
    performers: [],
  })
  // The file has 780.
  expect(race('abu-dhabi')?.when).toEqual({ kind: 'utc', instant: '2026-12-06T13:00:00.000Z' })
})

test('the 2027 calendar has days and no times', () => {
  const { rows, bad } = parseF1Calendar(data('f1/f1-2027-calendar.json'))
  expect(bad).toEqual([])
  expect(rows).toHaveLength(24)
  expect(new Set(rows.map(({ value }) => value.timeKnown))).toEqual(new Set([false]))
  expect(rows[2]?.value).toMatchObject({
    season: '2027',
    identity: { name: 'australia', title: 'Australian Grand Prix' },
    when: { kind: 'local', local: '2027-04-04T00:00' },
  })
})

test('a race without a circuit or with an invalid time is a bad row', () => {
  const races = [
    { round: 1, date: '2026-03-08', time: 2000, grandPrixId: 'x', circuitId: 'y' },
    { round: 2, date: '2026-03-08' },
  ]
  const { rows, bad } = parseF1(
    `{"season": 2026, "races": [\n${races.map((race) => JSON.stringify(race)).join(',\n')}\n]}`,
  )
  expect(rows).toEqual([])
  expect(bad.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '2 time: is not a time such as 13:00',
    '3 grandPrixId: is missing; circuitId: is missing',
  ])
})
