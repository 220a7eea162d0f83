import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { importAny } from '#api/test/fixtures/demo-competitions.ts'
import { seasonFile, seasonMatches } from '#api/test/fixtures/season-file.ts'
import { withTransaction } from '#api/test/harness/with-transaction.ts'
import { maxChangesPerSwitch } from './switch-import.ts'

const setup = importFixture()
const matches = seasonMatches(6)
const moved = matches.map((match) => ({ ...match, date: `2028${match.date.slice(4)}` }))
const file = (rows: readonly object[]) => ({
  kind: 'football-json',
  content: seasonFile(rows),
  fileName: 'season.json',
})

async function loadSeason(): Promise<void> {
  await setup.load('clubs', 'clubs.csv')
  await setup.load('venues', 'venues/football-venues-2026-27.csv')
  await importAny(setup, file(matches))
}

async function events() {
  const { rows } = await sql<{ title: string; at: string; status: string }>`
    select title, to_char(source_local_at, 'YYYY-MM-DD') as at, status from events order by title`.execute(
    setup.db,
  )
  return rows
}

test('a switch refuses to overwrite an event that was changed after it was staged, and changes nothing', async () => {
  await loadSeason()
  const before = await events()
  let isChanged = false
  const during = withTransaction(setup.db, async (work) => {
    const { rows } = await sql`select from import_runs where state = 'staged'`.execute(setup.db)
    if (rows.length > 0 && !isChanged) {
      isChanged = true
      await sql`update events set status = 'postponed' where title = 'Arsenal vs Everton'`.execute(setup.db)
    }
    return setup.db.transaction().execute(work)
  })
  const more = [...moved, ...seasonMatches(8).slice(6)]
  await expect(importAny({ db: during, clock: setup.clock }, file(more))).rejects.toMatchObject({
    code: 'import.outdated',
    title: expect.stringContaining('Nothing was imported; import the file again'),
  })
  const postponed = before.map((event) =>
    event.title === 'Arsenal vs Everton' ? { ...event, status: 'postponed' } : event,
  )
  expect(await events()).toEqual(postponed)
  const { rows: staged } = await sql`select from catalogue_events where import_run_id is not null`.execute(
    setup.db,
  )
  expect(staged).toEqual([])
  expect((await importAny(setup, file(more))).counts).toMatchObject({ moved: 6, new: 2 })
})

test('a file that would change more stored events than one switch may is refused with advice, and changes nothing', async () => {
  expect(maxChangesPerSwitch).toBe(10_000)
  await loadSeason()
  const before = await events()
  await expect(
    importAny({ db: setup.db, clock: setup.clock, maxChanges: 5 }, file(moved)),
  ).rejects.toMatchObject({
    code: 'import.too_large',
    title:
      'the file changes more than 5 stored events, which is the most at once. Split it and import the parts',
  })
  expect(await events()).toEqual(before)
  // New events do not count: one row shows them all.
  const added = [...moved.slice(0, 5), ...seasonMatches(30).slice(6)]
  const context = { db: setup.db, clock: setup.clock, maxChanges: 5 }
  expect((await importAny(context, file(added))).counts).toMatchObject({ moved: 5, new: 24 })
})
