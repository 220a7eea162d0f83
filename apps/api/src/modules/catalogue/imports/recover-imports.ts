import type { Db } from '#api/db/client.ts'
import { discardRun } from './discard-import.ts'
import { withImportLock } from './import-lock.repo.ts'
import { deleteOldRows, findUnfinishedRuns } from './import-runs.repo.ts'
import { settleRun } from './settle-import.ts'

const keptDays = 30
const rowsPerCommit = 5000

/**
 * Finishes imports whose process has ended: discards them before their switch, settles them after it. Returns how many.
 * Runs before each import and on a schedule.
 */
export async function recoverImports(db: Db): Promise<number> {
  const runs = await findUnfinishedRuns(db)
  for (const run of runs) await (run.state === 'applied' ? settleRun(db, run) : discardRun(db, run))
  return runs.length
}

/** Recovers unless an import is running, and deletes rows of imports that are too old to be undone. */
export async function finishInterruptedImports({ db, now }: { db: Db; now: Date }): Promise<number> {
  const recovered = await withImportLock(db, () => recoverImports(db))
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  let deleted = rowsPerCommit
  while (deleted === rowsPerCommit) deleted = await deleteOldRows(db, before, rowsPerCommit)
  return recovered?.result ?? 0
}
