import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { terminalCaller } from '#api/audit/caller.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'

import { enterForSeason, withdrawFromSeason } from '../manage/change-entrants.ts'

const setup = importFixture()
const { load, loadText } = setup

async function performersOf(title: string, season = '2026'): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select p.name || ' (' || ep.role || ')' as text from events e join seasons s on s.id = e.season_id
    join event_performers ep on ep.event_id = e.id join performers p on p.id = ep.performer_id
    where e.title = ${title} and s.name = ${season} order by ep.position`.execute(setup.db)
  return rows.map(({ text }) => text)
}

const entries = (...rows: string[]) =>
  ['competition,season,name,kind,country_code,aliases', ...rows].join('\n')

test('everyone on the entry list takes part in each race of the season, whichever is imported first', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  expect(await performersOf('Monaco Grand Prix')).toEqual([])
  const report = await load('performers', 'catalogue/motorsport-performers.csv')
  expect([report.counts, report.bad]).toEqual([{ added: 33, changed: 0, unchanged: 0 }, []])
  const monaco = await performersOf('Monaco Grand Prix')
  expect(monaco).toHaveLength(33)
  expect(monaco).toContain('Ferrari (constructor)')
  expect(monaco).toContain('Max Verstappen (driver)')
  // The next season has no entry list yet.
  await load('f1-calendar', 'f1/f1-2027-calendar.json')
  expect(await performersOf('Monaco Grand Prix', '2027')).toEqual([])
  const next = entries('formula-1,2027,Max Verstappen,driver,NL,')
  await loadText('performers', next, 'next.csv')
  expect(await performersOf('Monaco Grand Prix', '2027')).toEqual(['Max Verstappen (driver)'])
  const again = await load('f1db-races', 'f1/f1db-2026-races.json')
  expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 23 })
  expect(await performersOf('Monaco Grand Prix')).toEqual(monaco)
})

test('a race that is imported later has the entrants, and a calendar keeps them', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('performers', 'catalogue/motorsport-performers.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  expect(await performersOf('Qatar Grand Prix')).toHaveLength(33)
  setup.clock.set('2026-01-05T12:00:00Z')
  await load('icalendar', 'feeds/f1-2026.ics')
  expect(await performersOf('Qatar Grand Prix')).toHaveLength(33)
})

test('a withdrawn driver takes part in past races only, and may be entered again', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('performers', 'catalogue/motorsport-performers.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  const context = { db: setup.db, clock: setup.clock, caller: terminalCaller() }
  const change = { performer: 'max-verstappen', season: 'formula-1/2026' }
  const races = async () => [
    (await performersOf('Monaco Grand Prix')).includes('Max Verstappen (driver)'),
    (await performersOf('Abu Dhabi Grand Prix')).includes('Max Verstappen (driver)'),
  ]
  expect(await withdrawFromSeason(context, change)).toBe(true)
  expect(await races()).toEqual([true, false])
  expect((await load('f1db-races', 'f1/f1db-2026-races.json')).counts).toMatchObject({ changed: 0 })
  expect(await withdrawFromSeason(context, change)).toBe(false)
  expect(await enterForSeason(context, change)).toBe(true)
  expect(await enterForSeason(context, change)).toBe(false)
  expect(await races()).toEqual([true, true])
  await expect(enterForSeason(context, { ...change, season: 'formula-1/next' })).rejects.toMatchObject({
    details: { fields: { season: ['seasons of Formula 1 are named like 2026'] } },
  })
})

test('the events of a changed entry list are published for search and open pages', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  await sql`delete from outbox`.execute(setup.db)
  await load('performers', 'catalogue/motorsport-performers.csv')
  const { rows } = await sql<{ topic: string; count: number }>`
    select topic, count(*)::int as count from outbox group by topic order by topic`.execute(setup.db)
  expect(rows.map(({ topic }) => topic)).toEqual(['feed.stale', 'search.stale'])
  expect(rows[0]?.count).toBe(23)
  await sql`delete from outbox`.execute(setup.db)
  const again = await load('performers', 'catalogue/motorsport-performers.csv')
  expect(again.counts).toEqual({ added: 0, changed: 0, unchanged: 33 })
  expect((await sql`select from outbox`.execute(setup.db)).rows).toHaveLength(0)
})

test.each([
  ['khl,2026,Ak Bars,team,RU,', 'competition: unknown competition khl'],
  ['formula-1,next,Max Verstappen,driver,NL,', 'season: must be a season such as 2026 or 2026-27'],
  ['formula-1,2026,,driver,NL,', 'name: is empty'],
  ['formula-1,2026,Max Verstappen,pilot,NL,', 'kind: must be one of team, artist, driver, constructor'],
])('the row "%s" is rejected: %s', async (row, reason) => {
  const report = await loadText('performers', entries(row), 'bad.csv')
  expect(report.bad).toEqual([{ line: 2, reason }])
  expect((await sql`select from performers`.execute(setup.db)).rows).toHaveLength(0)
})

test('colours must be dark enough for the lines drawn on them', async () => {
  const file = ['competition,name,colours', 'nfl,Team A,#ffffff #000000', 'nfl,Team B,red blue'].join('\n')
  expect((await loadText('performers', file, 'c.csv')).bad).toEqual([
    { line: 2, reason: expect.stringContaining('colours: must both be dark enough for white lines') },
    { line: 3, reason: 'colours: must be two colours such as "#b4112a #7a0b1c"' },
  ])
  expect((await load('performers', 'catalogue/team-colours.csv')).bad).toEqual([])
})

test('an event of a festival has its whole line-up', async () => {
  await loadText(
    'competitions',
    'slug,name,sport,sport_kind,title_style,participants,performer_scope\nsound-fields,Sound Fields,music,genre,own,festival,artist\n',
    'c.csv',
  )
  const line = Array.from({ length: 60 }, (_, index) => `sound-fields,2027,Act ${index + 1},,,`)
  const report = await loadText('performers', entries(...line), 'line-up.csv')
  expect(report.counts).toMatchObject({ added: 60 })
  const { rows } = await sql`
    select distinct p.kind, e.role from performers p join competition_entries e on e.performer_id = p.id`.execute(
    setup.db,
  )
  expect(rows).toEqual([{ kind: 'artist', role: 'performer' }])
})
