import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { terminalCaller } from '#api/audit/caller.ts'
import { calendar, fixture } from '#api/test/fixtures/feed-samples.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { importFixtures } from '../importers/fixtures/import-fixtures.ts'
import { sourceFileOf } from '../importers/readers/source-file.ts'
import { withImportLock } from '../imports/import-lock.repo.ts'
import { listProposals } from './list-proposals.ts'
import { loadDecidedRows } from './load-decided-rows.ts'
import { mergeProposal } from './merge-proposal.ts'

const setup = importFixture()
const { loadText, loadEngland, eventsTitled } = setup
const context = () => ({ db: setup.db, clock: setup.clock, caller: terminalCaller(), lockWaitMs: 20 })

async function waitingRow(): Promise<number> {
  await loadEngland()
  await loadText(
    'icalendar',
    calendar(fixture('a@x', 'Gooners v Manchester City', ':20261128T173000Z')),
    'g.ics',
  )
  const [proposal] = await listProposals(setup)
  return proposal?.id ?? 0
}

test('a decision during an import stays, says what runs, and its rows load when the import has ended', async () => {
  const id = await waitingRow()
  await sql`insert into import_runs (kind, file_name, started_by) values ('nhl', 'nhl.csv', 'sam')`.execute(
    setup.db,
  )
  await withImportLock(setup.db, async () => {
    const decided = await mergeProposal(context(), id, 'arsenal')
    expect(decided).toMatchObject({ loaded: 0, waiting: 1 })
    expect(decided.summary).toEqual([
      '"Gooners" now means Arsenal',
      expect.stringMatching(
        /^The file nhl\.csv is being imported since .* UTC by sam\. Try again when it has ended; the rows load by themselves then$/,
      ),
    ])
    expect(await loadDecidedRows(context())).toBe(0)
  })
  expect(await loadDecidedRows(context())).toBe(1)
  expect(await eventsTitled('Arsenal vs Manchester City')).toMatchObject([{ local: '2026-11-28T17:30' }])
  expect(await loadDecidedRows(context())).toBe(0)
})

test('an import waits for a decision that is being applied', async () => {
  const id = await waitingRow()
  const started = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const other = withImportLock(setup.db, async () => {
    started.resolve(undefined)
    await release.promise
  })
  await started.promise
  const decided = mergeProposal({ ...context(), lockWaitMs: 60_000 }, id, 'arsenal')
  release.resolve(undefined)
  await other
  expect(await decided).toMatchObject({ loaded: 1, waiting: 0 })
})

test('an import says that rows of a decision are being loaded, not that a file is', async () => {
  await waitingRow()
  await sql`insert into import_runs (kind, file_name, started_by) values ('waiting rows', '', 'sam')`.execute(
    setup.db,
  )
  await withImportLock(setup.db, async () => {
    const file = sourceFileOf('b.ics', calendar(fixture('b@x', 'Chelsea v Everton', ':20261128T173000Z')))
    await expect(importFixtures(context(), { file, profile: 'icalendar' })).rejects.toMatchObject({
      code: 'import.running',
      title: expect.stringContaining('Rows that waited for a decision about a name are being loaded since'),
    })
  })
})
