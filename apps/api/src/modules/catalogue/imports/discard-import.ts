import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { deleteRows } from './import-rows.repo.ts'
import { changeState, findRun, removeAdded } from './import-runs.repo.ts'
import type { ImportRun } from './import-run.ts'
import { deleteStaged, unmark } from './staged-events.repo.ts'

const eventsPerCommit = 500
const rowsPerCommit = 5000

/** Removes everything that a run has staged, in short transactions. */
export async function discardRun(
  db: Db,
  { id, undoesRunId }: Pick<ImportRun, 'id' | 'undoesRunId'>,
): Promise<void> {
  const run = await findRun(db, id)
  // After its switch a run is visible, and only settles.
  if (run?.state !== 'staging' && run?.state !== 'staged') return
  if (undoesRunId !== null) await inTransaction(db, (tx) => unmark(tx, id, 'all'))
  await deleteAllStaged(db, id)
  for (const from of ['staging', 'staged'] as const) await changeState(db, id, { from, to: 'discarded' })
  // What a process that lost its lock has staged in the meantime.
  await deleteAllStaged(db, id)
  await inTransaction(db, (tx) => removeAdded(tx, id))
  await deleteRunRows(db, id)
}

export async function deleteRunRows(db: Db, id: number): Promise<void> {
  while ((await deleteRows(db, id, rowsPerCommit)) === rowsPerCommit);
}

async function deleteAllStaged(db: Db, id: number): Promise<void> {
  let deleted = eventsPerCommit
  while (deleted === eventsPerCommit)
    deleted = await inTransaction(db, (tx) => deleteStaged(tx, id, eventsPerCommit))
}
