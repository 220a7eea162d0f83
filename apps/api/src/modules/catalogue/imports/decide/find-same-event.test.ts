import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'

const setup = importFixture()
const { load, loadText } = setup

async function titles(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select e.title || ' ' || s.name as text from events e join seasons s on s.id = e.season_id order by e.starts_at`.execute(
    setup.db,
  )
  return rows.map(({ text }) => text)
}

test('a season of races from a second source changes the races that are known, and adds none', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('names', 'catalogue/competition-names.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  const races = await titles()
  expect(races).toHaveLength(23)
  const second = await load('sportstimes-formula-1', 'samples/sportstimes-f1-2026.json', '2026')
  expect([second.counts, second.bad]).toMatchObject([{ new: 0, unchanged: 2, waiting: 0 }, []])
  expect(await titles()).toEqual(races)
  // The other way round, a calendar without times finds the races of a file with times.
  await sql`delete from event_performers`.execute(setup.db)
  await sql`delete from events`.execute(setup.db)
  await load('sportstimes-formula-1', 'samples/sportstimes-f1-2026.json', '2026')
  expect(await titles()).toHaveLength(2)
  expect((await load('f1db-races', 'f1/f1db-2026-races.json')).counts).toMatchObject({
    new: 21,
    unchanged: 2,
  })
})

test('a play-off game that a pair plays again is new, and its earlier game stays, whatever tells them apart', async () => {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  const profile = (name: string, identifiedBy: string[]) =>
    JSON.stringify([
      {
        name,
        about: 'A cup',
        format: 'delimited',
        columns: { Day: 'date', Time: 'time', Home: 'home', Away: 'away', Round: 'round' },
        competition: { slug: 'premier-league' },
        season: { from: 'date' },
        identifiedBy,
      },
    ])
  const file = (...rows: string[]) => ['Day,Time,Home,Away,Round', ...rows].join('\n')
  const first = '2027-08-14,15:00,Arsenal,Chelsea,Round 1'
  const replay = '2028-04-14,15:00,Arsenal,Chelsea,Final'
  await loadText('profiles', profile('by-pair', []), 'by-pair.json')
  await loadText('by-pair', file(first), 'first.csv')
  await loadText('profiles', profile('by-round', ['round']), 'by-round.json')
  const both = await loadText('by-round', file(first.replace('15:00', '17:30'), replay), 'both.csv')
  expect([both.counts, both.bad]).toMatchObject([{ new: 1, changed: 1, moved: 0, unchanged: 0 }, []])
  expect(await titles()).toEqual(['Arsenal vs Chelsea 2027-28', 'Arsenal vs Chelsea 2027-28'])
  expect((await loadText('by-round', file(replay), 'again.csv')).counts).toMatchObject({
    new: 0,
    unchanged: 1,
  })
})
