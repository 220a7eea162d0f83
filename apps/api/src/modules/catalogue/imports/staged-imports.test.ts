import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { seedData } from '#api/test/fixtures/read-fixture-file.ts'
import { seasonFile, seasonMatches } from '#api/test/fixtures/season-file.ts'
import type { ImportCrash } from '#api/test/harness/crash-while-importing.ts'
import { importFixtures } from '../importers/fixtures/import-fixtures.ts'
import { sourceFileOf } from '../importers/readers/source-file.ts'
import { finishInterruptedImports } from './recover-imports.ts'

const setup = importFixture()
const { load, loadText } = setup
const matches = seasonMatches()
const script = fileURLToPath(new URL('../../../test/harness/crash-while-importing.ts', import.meta.url))

async function loadClubs(): Promise<void> {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
}

/** Everyone's view of the catalogue: how many matches are at their first and at their second time. */
async function catalogue(): Promise<{ events: number; late: number }> {
  const { rows } = await sql<{ events: number; late: number }>`
    select count(*)::int as events, count(*) filter (where source_local_at::time = '20:00')::int as late from events`.execute(
    setup.db,
  )
  return rows[0] ?? { events: 0, late: 0 }
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(setup.db)
  return rows[0]?.count ?? 0
}

/** Kills a process that imports the content, in this state of its run. */
async function crashAt(at: ImportCrash['at'], content: string): Promise<void> {
  const crash: ImportCrash = { databaseUrl: setup.databaseUrl, content, at }
  const child = spawn(process.execPath, [script, JSON.stringify(crash)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const firstOutput = await Promise.race([once(child.stdout, 'data'), exit])
  expect(String(firstOutput[0])).toBe(`${at}\n`)
  child.kill('SIGKILL')
  await exit
  // The server notices the lost connection, and releases its lock, a moment later.
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`.execute(setup.db)
    expect(rows).toEqual([])
  })
}

const later = matches.map((match, index) => (index % 2 === 0 ? { ...match, time: '20:00' } : match))

test('a reader sees the catalogue before or after an import, never a mixture', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches.slice(0, 30)), 'first.json')
  const seen = new Set<string>()
  let isRunning = true
  const reading = (async () => {
    while (isRunning) seen.add(JSON.stringify(await catalogue()))
  })()
  await loadText('football-json', seasonFile(later), 'season.json')
  isRunning = false
  await reading
  const before = JSON.stringify({ events: 30, late: 0 })
  const after = JSON.stringify({ events: 56, late: 28 })
  expect([...seen].filter((state) => state !== before && state !== after)).toEqual([])
  expect(JSON.stringify(await catalogue())).toBe(after)
})

test('a process killed while it stages leaves the old catalogue, and the next import starts over', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches.slice(0, 10)), 'first.json')
  await crashAt('staged', seasonFile(later))
  expect(await catalogue()).toEqual({ events: 10, late: 0 })
  expect(await count('catalogue_events')).toBe(56)
  const again = await loadText('football-json', seasonFile(later), 'season.json')
  expect(again.counts).toMatchObject({ new: 46, changed: 5 })
  expect(await catalogue()).toEqual({ events: 56, late: 28 })
  expect(await count('catalogue_events')).toBe(56)
})

test('a process killed in the middle of staging leaves the old catalogue, and the next import starts over', async () => {
  await loadClubs()
  const season = seedData('football/en.1.json').toString()
  await crashAt('staging', season)
  // The first batch has 200 rows.
  expect([await catalogue(), await count('catalogue_events')]).toEqual([{ events: 0, late: 0 }, 200])
  const again = await loadText('football-json', season, 'season.json')
  expect(again.counts).toMatchObject({ new: 380 })
  expect([(await catalogue()).events, await count('catalogue_events')]).toEqual([380, 380])
})

test('a job removes what a killed import has staged, and it was never announced', async () => {
  await loadClubs()
  const noticesBefore = await count('outbox')
  await crashAt('staged', seasonFile(later))
  expect(await count('outbox')).toBe(noticesBefore)
  expect(await finishInterruptedImports({ db: setup.db, now: setup.clock.now() })).toBe(1)
  expect([await count('catalogue_events'), await count('import_rows'), await count('seasons')]).toEqual([
    0, 0, 0,
  ])
  expect(await count('outbox')).toBe(noticesBefore)
})

test('a process killed after the switch leaves the new catalogue, and a job finishes the import', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches.slice(0, 10)), 'first.json')
  await crashAt('applied', seasonFile(later))
  expect(await catalogue()).toEqual({ events: 56, late: 28 })
  expect(await finishInterruptedImports({ db: setup.db, now: setup.clock.now() })).toBe(1)
  expect(await catalogue()).toEqual({ events: 56, late: 28 })
  const { rows } = await sql`
    select count(*) filter (where import_run_id is not null)::int as staged from catalogue_events`.execute(
    setup.db,
  )
  expect(rows).toEqual([{ staged: 0 }])
  const added = await sql`select from outbox where topic = 'event.added'`.execute(setup.db)
  expect(added.rows).toHaveLength(56)
})

test('an import stages in several transactions, and search learns of its events once', async () => {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  await load('football-json', 'football/en.1.json')
  // The first batch has 200 rows. Settling does not touch the rows of the report.
  const { rows: batches } = await sql<{ rows: number }>`
    select count(*)::int as rows from import_rows group by xmin order by min(position)`.execute(setup.db)
  expect(batches.length).toBeGreaterThan(1)
  expect(batches[0]).toEqual({ rows: 200 })
  const { rows: stale } = await sql<{ events: number }>`
    select jsonb_array_length(payload -> 'eventIds') as events from outbox where topic = 'search.stale'`.execute(
    setup.db,
  )
  expect(stale).toEqual([{ events: 380 }])
  const feeds = await sql`select from outbox where topic = 'feed.stale'`.execute(setup.db)
  expect(feeds.rows).toEqual([])
})

test('a dry run says what would happen, with line numbers, and changes nothing', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches.slice(0, 20)), 'first.json')
  const before = [await catalogue(), await count('catalogue_events'), await count('outbox')]
  const [first, second, ...rest] = matches
  const content = seasonFile([
    { ...first, date: '2027-12-24' },
    { ...second, status: 'cancelled' },
    ...rest.slice(0, 20),
    { ...first, team1: 'Wigan' },
  ])
  const report = await importFixtures(setup, {
    file: sourceFileOf('x.json', content),
    profile: 'football-json',
    mode: 'dry run',
  })
  if (!('counts' in report)) throw new Error('the profile is missing')
  expect(report.counts).toEqual({
    new: 2,
    moved: 1,
    changed: 0,
    cancelled: 1,
    unchanged: 18,
    waiting: 1,
  })
  expect(report.rows).toMatchObject([
    {
      line: 2,
      outcome: 'moved',
      title: 'Arsenal vs Chelsea',
      reason: 'from 2027-08-01 15:00',
    },
    { line: 3, outcome: 'cancelled', title: 'Arsenal vs Everton' },
    { line: 22, outcome: 'new' },
    { line: 23, outcome: 'new' },
    { line: 24, outcome: 'waiting', reason: 'performer "Wigan" is not known' },
  ])
  expect([await catalogue(), await count('catalogue_events'), await count('outbox')]).toEqual(before)
  expect(await count('unmatched_events')).toBe(0)
})

test('a game that a season file misses is reported and stays', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches), 'season.json')
  const report = await loadText('football-json', seasonFile(matches.slice(2)), 'season.json')
  expect(report.counts).toMatchObject({ new: 0, unchanged: 54, missing: 2 })
  expect(report.rows).toMatchObject([
    { line: null, title: 'Arsenal vs Chelsea' },
    { line: null, title: 'Arsenal vs Everton' },
  ])
  expect(await catalogue()).toMatchObject({ events: 56 })
  // A few games are no season.
  expect(
    (await loadText('football-json', seasonFile(matches.slice(0, 3)), 'few.json')).counts,
  ).not.toHaveProperty('missing')
})

test('a game whose row waits for a name is not reported as missing', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches), 'season.json')
  const [first] = matches
  const report = await loadText(
    'football-json',
    seasonFile([{ ...first, team2: 'Chelsea Ladies of Nowhere' }, ...matches.slice(2)]),
    'season.json',
  )
  expect(report.counts).toMatchObject({ waiting: 1, unchanged: 54, missing: 1 })
  expect(report.rows?.filter(({ outcome }) => outcome === 'missing')).toMatchObject([
    { title: 'Arsenal vs Everton' },
  ])
})

test('a pair twice in one file needs a column that tells the games apart', async () => {
  await loadClubs()
  const [first] = matches
  const again = { ...first, date: '2028-02-01', team1: 'Arsenal', team2: 'Chelsea' }
  const report = await loadText(
    'football-json',
    seasonFile([first, again].filter(Boolean) as object[]),
    'x.json',
  )
  expect(report.bad).toEqual([
    { line: 3, reason: expect.stringMatching(/^Arsenal vs Chelsea is already on line 2: several meetings/) },
  ])
  expect(await catalogue()).toMatchObject({ events: 0 })
})

test('halves of a file in any order give the catalogue of the whole file', async () => {
  await loadClubs()
  const state = async () => {
    const { rows } = await sql`
      select title, to_char(source_local_at, 'YYYY-MM-DD HH24:MI') as at, round, status from events order by title`.execute(
      setup.db,
    )
    return rows
  }
  await loadText('football-json', seasonFile(matches), 'whole.json')
  const complete = await state()
  await sql`delete from events`.execute(setup.db)
  const shuffled = matches.toSorted((left, right) => left.team2.localeCompare(right.team2))
  await loadText('football-json', seasonFile(shuffled.slice(30)), 'b.json')
  await loadText('football-json', seasonFile(shuffled.slice(0, 30)), 'a.json')
  expect(await state()).toEqual(complete)
})
