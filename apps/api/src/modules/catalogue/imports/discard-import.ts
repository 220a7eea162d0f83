import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { commitPages, openCommitPace } from './commit-pace.ts'
import { deleteRows } from './import-rows.repo.ts'
import { changeState, findRun, removeAdded } from './import-runs.repo.ts'
import type { ImportRun } from './import-run.ts'
import { deleteStaged, unmarkPage } from './staged-events.repo.ts'

/** Removes everything that a run has staged, in short transactions. */
export async function discardRun(
  db: Db,
  { id, undoesRunId }: Pick<ImportRun, 'id' | 'undoesRunId'>,
): Promise<void> {
  const run = await findRun(db, id)
  // After its switch a run is visible, and only settles.
  if (run?.state !== 'staging' && run?.state !== 'staged') return
  if (undoesRunId !== null) await inPages(db, (tx, page) => unmarkPage(tx, id, page))
  await deleteAllStaged(db, id)
  for (const from of ['staging', 'staged'] as const) await changeState(db, id, { from, to: 'discarded' })
  // What a process that lost its lock has staged in the meantime.
  await deleteAllStaged(db, id)
  await inTransaction(db, (tx) => removeAdded(tx, id))
  await deleteRunRows(db, id)
}

export async function deleteRunRows(db: Db, id: number): Promise<void> {
  const pace = openCommitPace({ first: 2000, largest: 20_000 })
  await commitPages(pace, (limit) => deleteRows(db, id, limit))
}

async function deleteAllStaged(db: Db, id: number): Promise<void> {
  await inPages(db, (tx, page) => deleteStaged(tx, id, page))
}

/** `work` returns the last position of its page, or nothing at the end. */
async function inPages(
  db: Db,
  work: (tx: Tx, page: { after: number; limit: number }) => Promise<number | undefined>,
): Promise<void> {
  let after = -1
  await commitPages(openCommitPace({ first: 200, largest: 2000 }), async (limit) => {
    const last = await inTransaction(db, (tx) => work(tx, { after, limit }))
    if (last === undefined) return 0
    after = last
    return limit
  })
}
