import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { finishImport } from './import-file.ts'

const setup = importFixture()
const { clock, load, loadText } = setup

async function loadEngland() {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  return load('football-json', 'football/en.1.json')
}

interface EventRow {
  id: number
  title: string
  local_at: string
  starts_at: Date
  status: string
  time_confirmed: boolean
  venue: string
  timezone: string
}

async function eventsTitled(pattern: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.title, to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as local_at, e.starts_at, e.status,
      e.time_confirmed, v.name as venue, e.timezone
    from events e join venues v on v.id = e.venue_id where e.title like ${pattern} order by e.starts_at, e.id`.execute(
    setup.db,
  )
  return rows
}

async function topics(): Promise<Record<string, number>> {
  const { rows } = await sql<{ topic: string; count: number }>`
    select topic, count(*)::int as count from outbox where topic like 'event.%' group by topic`.execute(
    setup.db,
  )
  return Object.fromEntries(rows.map((row) => [row.topic, row.count]))
}

test('[X-CAT-08] importing a season twice changes nothing the second time', async () => {
  expect(await loadEngland()).toMatchObject({ read: 380, bad: [], counts: { new: 380, unchanged: 0 } })
  expect(await topics()).toEqual({ 'event.added': 380 })
  const before = await eventsTitled('%')
  const again = await load('football-json', 'football/en.1.json')
  expect(again.counts).toMatchObject({ new: 0, moved: 0, changed: 0, unchanged: 380 })
  expect(await eventsTitled('%')).toEqual(before)
  expect(await topics()).toEqual({ 'event.added': 380 })
  expect((await load('venues', 'venues/football-venues-2026-27.csv')).counts).toEqual({
    added: 0,
    changed: 0,
    unchanged: 132,
  })
  expect((await load('clubs', 'clubs.csv')).counts).toEqual({ added: 0, changed: 0, unchanged: 166 })
})

test('a rescheduled fixture moves once, and the season file does not move it back', async () => {
  await loadEngland()
  const [before] = await eventsTitled('Leeds United vs Crystal Palace')
  const changes = 'football/en.1-2026-27-reschedules.json'
  expect((await load('premier-league-changes', changes, '2026-27')).counts).toMatchObject({
    moved: 3,
    unchanged: 0,
  })
  const moved = await eventsTitled('Leeds United vs Crystal Palace')
  expect(moved).toEqual([
    {
      ...before,
      local_at: '2026-09-20T14:00',
      starts_at: new Date('2026-09-20T13:00:00Z'),
      status: 'rescheduled',
    },
  ])
  expect(await topics()).toEqual({ 'event.added': 380, 'event.rescheduled': 3 })
  expect((await load('premier-league-changes', changes, '2026-27')).counts).toMatchObject({
    moved: 0,
    unchanged: 3,
  })
  const season = await load('football-json', 'football/en.1.json')
  expect(season.counts).toMatchObject({ moved: 0, changed: 0, unchanged: 380 })
  expect(await eventsTitled('Leeds United vs Crystal Palace')).toEqual(moved)
})

test('a change to an unknown fixture is a bad row and adds no event', async () => {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  const report = await load('premier-league-changes', 'football/en.1-2026-27-reschedules.json', '2026-27')
  expect(report.bad.map(({ line }) => line)).toEqual([4, 11, 18])
  expect(report.bad[0]?.reason).toContain('import the season first')
  expect(await eventsTitled('%')).toEqual([])
})

test('a file with bad rows changes nothing, and every bad row has a line and a reason', async () => {
  await loadEngland()
  const content = `{"name": "English Premier League 2027/28", "matches": [
  {"round": "Matchday 1", "date": "2027-08-21", "time": "15:00", "team1": "Arsenal FC", "team2": "Everton FC"},
  {"round": "Matchday 1", "date": "2027-08-32", "time": "15:00", "team1": "Chelsea FC", "team2": "Fulham FC"},
  {"round": "Matchday 1", "date": "2027-08-21", "time": "15:00", "team1": "Chelsea FC", "team2": "Wrexham AFC"},
  {"round": "Matchday 1", "date": "2027-08-21", "time": "15:00", "team1": "Spurs", "team2": "Tottenham"},
  {"round": "Matchday 1", "date": "2027-08-21", "time": "15h99", "team1": "Liverpool FC"},
  {"round": "Matchday 1", "date": "2027-08-22", "time": "16:30", "team1": "Man Utd", "team2": "Man City"}
 ]}`
  const report = await loadText('football-json', content, 'broken.json')
  expect(report).toMatchObject({ counts: { new: 2, waiting: 1 }, notes: ['nothing was changed'] })
  expect(report.bad.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
    [3, 'date'],
    [5, 'Spurs and Tottenham are the same club'],
    [6, 'time'],
  ])
  expect(await eventsTitled('%')).toHaveLength(380)
  expect(await topics()).toEqual({ 'event.added': 380 })
  expect((await sql`select from unmatched_events`.execute(setup.db)).rows).toEqual([])
})

test('a fixture under other club names is the same event', async () => {
  await loadEngland()
  const content = `{"name": "English Premier League 2026/27", "matches": [
   {"round": "Matchday 1", "date": "2026-08-22", "time": "12:30", "team1": "Hull", "team2": "Man Utd"}]}`
  expect((await loadText('football-json', content, 'x.json')).counts).toMatchObject({ new: 0, moved: 0 })
  expect(await eventsTitled('Hull City vs Manchester United')).toHaveLength(1)
})

test('[X-CAT-08] a renamed club keeps its fixtures when their file is imported again', async () => {
  await loadEngland()
  const [before] = await eventsTitled('Arsenal vs Everton')
  await sql`
    update performers set name = 'Woolwich Arsenal', slug = 'woolwich-arsenal' where name = 'Arsenal'`.execute(
    setup.db,
  )
  const again = await load('football-json', 'football/en.1.json')
  expect(again).toMatchObject({ bad: [], counts: { new: 0, changed: 38 } })
  expect(await eventsTitled('Woolwich Arsenal vs Everton')).toMatchObject([{ id: before?.id }])
})

test('two clubs share a venue', async () => {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  await load('football-json', 'football/it.1.json')
  const homes = await eventsTitled('% vs Juventus')
  const san = homes.filter((event) => event.venue === 'San Siro').map((event) => event.title)
  expect(san.toSorted()).toEqual(['AC Milan vs Juventus', 'Inter vs Juventus'])
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from venues where name = 'San Siro'`.execute(setup.db)
  expect(rows).toEqual([{ count: 1 }])
})

test('[X-CAT-06] a race has its circuit’s local time: Las Vegas on Saturday evening', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  expect(await eventsTitled('Las Vegas Grand Prix')).toEqual([
    {
      id: expect.any(Number),
      title: 'Las Vegas Grand Prix',
      local_at: '2026-11-21T20:00',
      starts_at: new Date('2026-11-22T04:00:00Z'),
      status: 'scheduled',
      time_confirmed: true,
      venue: 'Las Vegas Street Circuit',
      timezone: 'America/Los_Angeles',
    },
  ])
  await load('f1-calendar', 'f1/f1-2027-calendar.json')
  const [, next] = await eventsTitled('Las Vegas Grand Prix')
  expect(next).toMatchObject({ local_at: '2027-11-20T00:00', time_confirmed: false })
})

test('[X-CAT-06] a game at a neutral venue has that venue’s local time', async () => {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/us-venues.csv')
  await load('venues', 'venues/other-venues.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  expect(await load('nflverse', 'nfl/nfl-2026-schedule.csv')).toMatchObject({
    bad: [],
    counts: { new: 272 },
  })
  const [melbourne] = await eventsTitled('San Francisco 49ers at Los Angeles Rams')
  expect(melbourne).toMatchObject({
    venue: 'Melbourne Cricket Ground',
    local_at: '2026-09-11T10:35',
    starts_at: new Date('2026-09-11T00:35:00Z'),
  })
  const [munich] = await eventsTitled('New England Patriots at Detroit Lions')
  expect(munich).toMatchObject({ venue: 'Allianz Arena', local_at: '2026-11-15T15:30' })
  expect((await load('nflverse', 'nfl/nfl-2026-schedule.csv')).counts).toMatchObject({ unchanged: 272 })
})

test('a later import confirms kick-offs that are within six weeks', async () => {
  await loadEngland()
  const far = () => eventsTitled('Manchester City vs Arsenal')
  expect(await far()).toMatchObject([{ local_at: '2027-01-30T00:00', time_confirmed: false }])
  clock.set('2027-01-10T12:00:00Z')
  const report = await load('football-json', 'football/en.1.json')
  expect(report.counts).toMatchObject({ moved: 0 })
  expect(report.counts['changed']).toBeGreaterThan(10)
  expect(await far()).toMatchObject([
    { local_at: '2027-01-30T15:00', time_confirmed: true, status: 'scheduled' },
  ])
})

test('importing concerts adds their artists', async () => {
  await load('venues', 'venues/other-venues.csv')
  expect(await load('nyphil-archive', 'concerts/nyphil-2024-25_TO_NOW.json')).toMatchObject({
    bad: [],
    counts: { new: 226 },
  })
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(p.name order by ep.position) as names
    from events e join event_performers ep on ep.event_id = e.id join performers p on p.id = ep.performer_id
    where e.source_key like '%/2024-25/14934-2024-09-12-19-30'`.execute(setup.db)
  expect(rows[0]?.names).toEqual(['New York Philharmonic', 'Michael Tilson Thomas', 'Emanuel Ax'])
  expect((await load('nyphil-archive', 'concerts/nyphil-2024-25_TO_NOW.json')).counts).toMatchObject({
    unchanged: 226,
  })
})

test('rates and currencies load once, and a corrected rate replaces the old one', async () => {
  await load('rates', 'fx/ecb-eur-reference-rates-2024-2026.csv')
  const again = await load('rates', 'fx/ecb-eur-reference-rates-2024-2026.csv')
  expect(again.counts).toEqual({ added: 0, changed: 0, unchanged: 17_360 })
  const corrected = await loadText('rates', 'Date,USD\n2026-04-13,1.1700\n2026-04-14,1.1710\n', 'r.csv')
  expect(corrected.counts).toEqual({ added: 1, changed: 1, unchanged: 0 })
  await load('currencies', 'reference/currencies.json')
  const { rows } = await sql`select 1 from currencies where code = 'BGN'`.execute(setup.db)
  expect(rows).toEqual([])
})

test('[X-CAT-11] [X-CAT-12] every venue gets a plan, identical on every machine', async () => {
  await loadEngland()
  expect(await finishImport(setup)).toEqual({ plans: 130 })
  expect(await finishImport(setup)).toEqual({ plans: 0 })
  const plans = () =>
    sql<{ plan: unknown; slug: string }>`
      select v.slug, p.plan from seating_plans p join venues v on v.id = p.venue_id order by v.slug`.execute(
      setup.db,
    )
  const { rows: first } = await plans()
  await sql`truncate seating_plans`.execute(setup.db)
  await finishImport(setup)
  expect((await plans()).rows).toEqual(first)
})

test('an unknown kind, which no profile has as its name, is rejected', async () => {
  await expect(loadText('wurst', '{}', 'x')).rejects.toThrow('there is no profile wurst')
})

test('a season cut in the middle changes nothing', async () => {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  const full = readFileSync(
    new URL('../../../../../../seeds/data/football/de.1.json', import.meta.url),
    'utf8',
  )
  const report = await loadText('football-json', full.slice(0, Math.floor(full.length * 0.6)), 'de.1.json')
  expect(report.bad).toEqual([{ line: expect.any(Number), reason: expect.stringContaining('cut off') }])
  expect(await eventsTitled('%')).toEqual([])
})
