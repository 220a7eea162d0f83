import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoParseContext } from '#api/test/fixtures/demo-competitions.ts'
import { parseFootballChanges } from './football-changes.ts'
import { parseFootball } from './football.ts'

const file = (matches: readonly object[], name = 'English Premier League 2026/27') =>
  `{"name": ${JSON.stringify(name)},\n "matches": [\n${matches.map((match) => JSON.stringify(match)).join(',\n')}\n]}`
const match = {
  round: 'Matchday 1',
  date: '2026-08-22',
  time: '15:00',
  team1: 'Everton FC',
  team2: 'Crystal Palace FC',
}
const data = (path: string) =>
  readFileSync(new URL(`../../../../../../../seeds/data/${path}`, import.meta.url), 'utf8')

test('a match becomes a fixture of its league and season at the local kick-off', () => {
  const { rows, bad } = parseFootball(file([match]), demoParseContext('en.1.json'))
  expect(bad).toEqual([])
  expect(rows).toEqual([
    {
      line: 3,
      value: expect.objectContaining({
        competition: 'premier-league',
        season: '2026-27',
        identity: expect.objectContaining({ home: 'Everton FC', away: 'Crystal Palace FC' }),
        when: { kind: 'local', local: '2026-08-22T15:00' },
        timeKnown: true,
        dateConfirmed: true,
        round: 'Matchday 1',
      }),
    },
  ])
})

test('a score is {ft, ht} or a bare pair; anything else is a bad row', () => {
  const scores = [{ ft: [2, 1], ht: [1, 0] }, [0, 0], '2-1']
  const matches = scores.map((score, index) => ({ ...match, team1: `Club ${index}`, score }))
  const { rows, bad } = parseFootball(file(matches), demoParseContext('en.1.json'))
  expect(rows).toHaveLength(2)
  expect(bad).toEqual([{ line: 5, reason: expect.stringContaining('score: is not a score') }])
})

test('a match without a time has its day only', () => {
  const { time: _, ...dayOnly } = match
  const [row] = parseFootball(file([dayOnly]), demoParseContext('en.1.json')).rows
  expect(row?.value).toMatchObject({ when: { local: '2026-08-22T00:00' }, timeKnown: false })
})

test('a postponed match has no confirmed date', () => {
  const [row] = parseFootball(file([{ ...match, status: 'postponed' }]), demoParseContext('en.1.json')).rows
  expect(row?.value).toMatchObject({ status: 'postponed', dateConfirmed: false })
})

test('every bad row is reported with its line and reason, and good rows are kept', () => {
  const { rows, bad } = parseFootball(
    file([
      match,
      { ...match, date: '2026-02-30' },
      { ...match, time: '25:00', team2: '' },
      { ...match, team2: 'Everton FC' },
      match,
    ]),
    demoParseContext('en.1.json'),
  )
  expect(rows).toHaveLength(1)
  expect(bad).toEqual([
    { line: 4, reason: 'date: is not a date such as 2026-08-21' },
    { line: 5, reason: 'time: is not a time such as 15:00; team2: is empty' },
    { line: 6, reason: 'Everton FC cannot play itself' },
    { line: 7, reason: 'Everton FC against Crystal Palace FC is already on line 3' },
  ])
})

test('a file without a league name is identified by its file name', () => {
  const { rows } = parseFootball(file([match], ''), demoParseContext('br.1-2026.json'))
  expect(rows[0]?.value).toMatchObject({ competition: 'brasileirao', season: '2026' })
})

test('an unknown league is rejected with the list of known competitions', () => {
  const { rows, bad } = parseFootball(
    file([match], 'Scottish Premiership 2025/26'),
    demoParseContext('sco.json'),
  )
  expect(rows).toEqual([])
  expect(bad[0]).toMatchObject({
    line: 1,
    reason: expect.stringContaining('known: premier-league, la-liga'),
  })
})

test('[X-CAT-08] all seven demo seasons are read without a bad row', () => {
  const counts = ['en.1', 'de.1', 'es.1', 'fr.1', 'it.1', 'nl.1', 'br.1-2026'].map((name) => {
    const { rows, bad } = parseFootball(data(`football/${name}.json`), demoParseContext(`${name}.json`))
    return { rows: rows.length, bad: bad.length }
  })
  expect(counts).toEqual([380, 306, 380, 306, 380, 306, 380].map((rows) => ({ rows, bad: 0 })))
})

test('a change list takes league and season from its file name, and uses only the new date', () => {
  const { rows, bad } = parseFootballChanges(
    data('football/en.1-2026-27-reschedules.json'),
    demoParseContext('en.1-2026-27-reschedules.json'),
  )
  expect(bad).toEqual([])
  expect(rows.map(({ line, value }) => [line, value.identity, value.when, value.isChange])).toEqual([
    [
      4,
      expect.objectContaining({ home: 'Leeds United FC', away: 'Crystal Palace FC' }),
      { kind: 'local', local: '2026-09-20T14:00' },
      true,
    ],
    [
      11,
      expect.objectContaining({ home: 'Liverpool FC', away: 'Brighton & Hove Albion FC' }),
      { kind: 'local', local: '2026-10-25T14:00' },
      true,
    ],
    [
      18,
      expect.objectContaining({ home: 'Aston Villa FC', away: 'Fulham FC' }),
      { kind: 'local', local: '2026-10-31T20:00' },
      true,
    ],
  ])
  expect(rows[0]?.value).toMatchObject({ competition: 'premier-league', season: '2026-27' })
})
