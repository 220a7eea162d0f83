import { expect, test } from 'vitest'
import { readAll, seedData } from '#api/test/fixtures/read-fixture-file.ts'

const rowsOf = async (profile: string, path: string, season?: string) => {
  const read = await readAll(profile, seedData(path), season === undefined ? {} : { season })
  return [read.rows.length, read.bad.length, read.skipped.length]
}

test.each([
  ['football-json', 'football/en.1.json', [380, 0, 0]],
  ['football-json', 'football/de.1.json', [306, 0, 0]],
  ['football-json', 'football/es.1.json', [380, 0, 0]],
  ['football-json', 'football/fr.1.json', [306, 0, 0]],
  ['football-json', 'football/it.1.json', [380, 0, 0]],
  ['football-json', 'football/nl.1.json', [306, 0, 0]],
  ['football-json', 'football/br.1-2026.json', [380, 0, 0]],
  ['nflverse', 'nfl/nfl-2026-schedule.csv', [272, 0, 0]],
  ['f1db-races', 'f1/f1db-2026-races.json', [23, 0, 0]],
  ['f1-calendar', 'f1/f1-2027-calendar.json', [24, 0, 0]],
  ['nyphil-archive', 'concerts/nyphil-2024-25_TO_NOW.json', [226, 0, 26]],
  ['icalendar', 'feeds/f1-2026.ics', [23, 0, 92]],
  ['json-ld', 'feeds/rescheduled-music-event.jsonld', [2, 0, 0]],
  ['ticketmaster', 'feeds/ticketmaster-discovery-search-events.json', [1, 0, 0]],
])('[X-CAT-08] the profile %s reads every row of %s', async (profile, path, counts) => {
  expect(await rowsOf(profile, path)).toEqual(counts)
})

test.each([
  ['football-json-by-round', 'samples/sco.1-2025-26.json', undefined, [8, 0, 0]],
  ['world-cup-json', 'samples/worldcup-2026.json', undefined, [4, 0, 0]],
  ['football-txt', 'samples/br.1-2026.txt', undefined, [11, 0, 0]],
  ['football-txt-by-round', 'samples/uefa-cl-2025-26.txt', undefined, [8, 0, 0]],
  ['sportstimes-formula-1', 'samples/sportstimes-f1-2026.json', '2026', [2, 0, 8]],
  ['sportstimes-formula-2', 'samples/sportstimes-f2-2026.json', '2026', [4, 0, 4]],
  ['sportstimes-formula-3', 'samples/sportstimes-f3-2026.json', '2026', [4, 0, 4]],
  ['sportstimes-f1-academy', 'samples/sportstimes-f1-academy-2026.json', '2026', [4, 0, 5]],
  ['sportstimes-formula-e', 'samples/sportstimes-fe-2026.json', '2026', [2, 0, 5]],
  ['sportstimes-indycar', 'samples/sportstimes-indycar-2026.json', '2026', [2, 0, 8]],
  ['major-events', 'samples/major-events-facts.json', undefined, [3, 0, 0]],
  ['tech-conferences', 'samples/tech-conferences-upcoming.json', undefined, [2, 0, 0]],
])('the profile %s reads every row of the excerpt %s', async (profile, path, season, counts) => {
  expect(await rowsOf(profile, path, season)).toEqual(counts)
})

test('a change list has the new date of a match, and only that counts', async () => {
  const path = 'football/en.1-2026-27-reschedules.json'
  const { rows, bad } = await readAll('premier-league-changes', seedData(path), { season: '2026-27' })
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
      expect.objectContaining({ home: 'Liverpool FC' }),
      { kind: 'local', local: '2026-10-25T14:00' },
      true,
    ],
    [
      18,
      expect.objectContaining({ home: 'Aston Villa FC' }),
      { kind: 'local', local: '2026-10-31T20:00' },
      true,
    ],
  ])
})

test('NFL kick-offs are US Eastern at every venue, and a neutral venue is required', async () => {
  const { rows } = await readAll('nflverse', seedData('nfl/nfl-2026-schedule.csv'))
  expect(rows[1]?.value).toMatchObject({
    identity: { home: 'Los Angeles Rams', away: 'San Francisco 49ers' },
    when: { kind: 'zoned', local: '2026-09-10T20:35', zone: 'America/New_York' },
    venue: { name: 'Melbourne Cricket Ground', required: true },
    round: 'Week 1',
  })
  expect(rows.filter(({ value }) => value.venue?.required)).toHaveLength(9)
})

test('F1DB times are instants, some as minutes since midnight', async () => {
  const { rows } = await readAll('f1db-races', seedData('f1/f1db-2026-races.json'))
  const race = (name: string) =>
    rows.find(({ value }) => 'name' in value.identity && value.identity.name === name)?.value
  expect(race('las-vegas')).toMatchObject({
    season: '2026',
    when: { kind: 'utc', instant: '2026-11-22T04:00:00.000Z' },
    venue: { name: 'f1 circuit las-vegas', required: true },
  })
  // The file has 780.
  expect(race('abu-dhabi')?.when).toEqual({ kind: 'utc', instant: '2026-12-06T13:00:00.000Z' })
})

test('a calendar of race days has no times', async () => {
  const { rows } = await readAll('f1-calendar', seedData('f1/f1-2027-calendar.json'))
  expect(new Set(rows.map(({ value }) => value.timeKnown))).toEqual(new Set([false]))
  expect(rows[2]?.value).toMatchObject({
    season: '2027',
    identity: { name: 'australia', title: 'Australian Grand Prix' },
    when: { kind: 'local', local: '2027-04-04T00:00' },
  })
})

test('each date of a programme is one event at New York local time across DST changes', async () => {
  const { rows } = await readAll('nyphil-archive', seedData('concerts/nyphil-2024-25_TO_NOW.json'))
  expect(rows[0]?.value).toMatchObject({
    season: '2024-25',
    identity: { name: '14934 2024-09-12 19:30', title: 'New York Philharmonic: Mahler Symphony No. 5' },
    when: { kind: 'local', local: '2024-09-12T19:30' },
    performers: [
      { name: 'New York Philharmonic' },
      { name: 'Michael Tilson Thomas' },
      { name: 'Emanuel Ax' },
    ],
    venue: { name: 'David Geffen Hall', required: true },
  })
})

test('a weekend is one event per session that its competition sells, identified by its round', async () => {
  const academy = await readAll(
    'sportstimes-f1-academy',
    seedData('samples/sportstimes-f1-academy-2026.json'),
    { season: '2026' },
  )
  expect(academy.rows.slice(0, 2).map(({ value }) => value.identity)).toEqual([
    { name: 'Round 1 Race 1', title: 'F1 Academy Chinese: Race 1' },
    { name: 'Round 1 Race 2', title: 'F1 Academy Chinese: Race 2' },
  ])
  expect(academy.skipped[0]?.reason).toBe('F1 Academy Chinese: Practice 1 is a session that is no event')
})

test('World Cup kick-offs state their offset, and their ground is required', async () => {
  const { rows } = await readAll('world-cup-json', seedData('samples/worldcup-2026.json'))
  expect(rows[0]?.value).toMatchObject({
    competition: 'world-cup',
    season: '2026',
    when: { kind: 'utc', instant: '2026-06-11T19:00:00.000Z' },
    venue: { name: 'Mexico City', required: true },
  })
})

test('the text file of a season gives the same fixtures as its JSON file', async () => {
  const text = await readAll('football-txt', seedData('samples/br.1-2026.txt'))
  const json = await readAll('football-json', seedData('football/br.1-2026.json'))
  const named = ({ value: { identity, when, timeKnown, status, season } }: (typeof json.rows)[number]) =>
    JSON.stringify([identity, when, timeKnown, status, season])
  const known = new Set(json.rows.map(named))
  expect(text.rows.filter((row) => !known.has(named(row)))).toEqual([])
})
