import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { addListing, addTeam } from '#api/test/fixtures/factories.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { seasonFile, seasonMatches } from '#api/test/fixtures/season-file.ts'
import { withTransaction } from '#api/test/harness/with-transaction.ts'
import { undoLastImport } from './undo-import.ts'

const setup = importFixture()
const { load, loadText } = setup
const matches = seasonMatches(12)
const moved = matches.map((match) => ({ ...match, date: `2028${match.date.slice(4)}` }))
const startedBy = 'test'

async function loadClubs(): Promise<void> {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
}

async function catalogue() {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title, to_char(source_local_at, 'YYYY-MM-DD HH24:MI') as at, status, starts_at from events order by title`.execute(
    setup.db,
  )
  return rows
}

/** Puts tickets for the event on sale, which a sale, a hold or a quote need. */
async function listTickets(eventId: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    insert into seating_categories (venue_id, name, level, rank)
    select venue_id, 'Lower tier', 'lower', 1 from events where id = ${eventId} returning id`.execute(
    setup.db,
  )
  const sellerTeamId = await addTeam(setup.db)
  return addListing(setup.db, { eventId, sellerTeamId, seatingCategoryId: rows[0]?.id ?? 0 })
}

test('an undo removes the new events and restores the changed ones, and the file can be imported again', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches.slice(0, 5)), 'first.json')
  const before = await catalogue()
  await loadText('football-json', seasonFile(moved), 'second.json')
  expect(await catalogue()).toHaveLength(12)
  const report = await undoLastImport(setup, { startedBy })
  expect(report).toMatchObject({
    run: { fileName: 'second.json' },
    counts: { removed: 7, moved: 5 },
    kept: [],
  })
  expect(await catalogue()).toEqual(before)
  const again = await loadText('football-json', seasonFile(moved), 'second.json')
  expect(again.counts).toMatchObject({ new: 7, moved: 5 })
})

test('an undo keeps events with tickets on sale and events that changed again, and says so', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches.slice(0, 5)), 'first.json')
  await loadText('football-json', seasonFile(moved), 'second.json')
  const all = await catalogue()
  const changed = all.find(({ title }) => title === 'Arsenal vs Chelsea')
  const listed = all.find(({ title }) => title === 'Chelsea vs Everton')
  await sql`update events set status = 'postponed' where id = ${changed?.id}`.execute(setup.db)
  await listTickets(listed?.id ?? 0)
  const { counts, kept } = await undoLastImport(setup, { startedBy })
  expect(counts).toMatchObject({ removed: 6, moved: 4, kept: 2 })
  expect(kept.map(({ title, reason }) => [title, reason])).toEqual([
    ['Arsenal vs Chelsea', 'changed again since'],
    ['Chelsea vs Everton', 'listed'],
  ])
  expect(await catalogue()).toHaveLength(6)
})

test('an event that gets tickets in the moment of the undo stays visible', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches), 'season.json')
  const [event] = await catalogue()
  const { db } = setup
  let isListed = false
  // The last transaction before the switch has looked for tickets; these come right after it.
  const late = withTransaction(db, async (work) => {
    const { rows } = await sql`select from import_runs where kind = 'undo' and state = 'staged'`.execute(db)
    if (rows.length > 0 && !isListed) {
      isListed = true
      await listTickets(event?.id ?? 0)
    }
    return db.transaction().execute(work)
  })
  const { counts, kept } = await undoLastImport({ ...setup, db: late }, { startedBy })
  expect(counts).toMatchObject({ removed: 11, kept: 1 })
  expect(kept).toMatchObject([{ eventId: event?.id, reason: 'listed' }])
  expect(await catalogue()).toEqual([event])
})

test('without an import there is nothing to undo', async () => {
  await expect(undoLastImport(setup, { startedBy })).rejects.toMatchObject({ code: 'import.nothing_to_undo' })
})

test('an import and its undo are in the audit log, with who made them and how many rows changed', async () => {
  await loadClubs()
  await loadText('football-json', seasonFile(matches.slice(0, 5)), 'first.json')
  const actor = { caller: { ipAddress: 'terminal', userAgent: 'anna' } }
  const { run } = await undoLastImport({ ...setup, db: setup.db, actor }, { startedBy })
  const records = await readSecurityEvents(setup.db, { limit: 1000 })
  expect(records.filter(({ kind }) => kind === 'import.applied').at(-1)).toMatchObject({
    ipAddress: 'server',
    details: { run_id: run.id, kind: 'football-json', new: 5 },
  })
  expect(records.filter(({ kind }) => kind === 'import.undone')).toMatchObject([
    { userAgent: 'anna', details: { undoes_run_id: run.id, removed: 5 } },
  ])
})
