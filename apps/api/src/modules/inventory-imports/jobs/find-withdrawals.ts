import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import type { Db } from '#api/db/client.ts'
import type { ImportChange } from './imports.repo.ts'
import type { ImportCounts, InventoryImport, WithdrawalState } from './inventory-import.ts'
import {
  countOnSale,
  countRowsWithoutId,
  countRows,
  deleteWithdrawals,
  insertWithdrawals,
} from './withdrawals.repo.ts'

/** Finds the listings that the file withdraws, and whether a person must confirm their number. */
export async function findWithdrawals(
  db: Db,
  job: InventoryImport,
  { mode, owners, wipe_guard: guard }: InventorySettings,
): Promise<ImportChange> {
  const rows = await countRows(db, job.id)
  const liveBefore = await countOnSale(db, job.profileId)
  const mayWithdraw = mode === 'full_replace' && owners.publishing === 'file' && !isUnreadable(job, rows)
  const count = mayWithdraw ? await insertWithdrawals(db, job) : 0
  if (!mayWithdraw) await deleteWithdrawals(db, job.id)
  // The profile's guard: more withdrawals than this need a confirmation.
  const isLarge = count > Math.max(guard.rows, Math.floor((liveBefore * guard.percent) / 100))
  // A header alone, or rows whose listing is unknown, may come from a broken export.
  const isSuspicious = count > 0 && (job.rowsRead === 0 || (await countRowsWithoutId(db, job.id)) > 0)
  const withdrawals: WithdrawalState = count === 0 ? 'none' : isLarge || isSuspicious ? 'guarded' : 'free'
  return {
    withdrawals,
    withdrawalsConfirmed: null,
    liveBefore,
    counts: await countRows(db, job.id),
  }
}

/** A file with rows of which none is valid never withdraws. */
function isUnreadable({ rowsRead }: InventoryImport, counts: ImportCounts): boolean {
  const valid = (counts.new ?? 0) + (counts.changed ?? 0) + (counts.unchanged ?? 0) + (counts.held ?? 0)
  return rowsRead > 0 && valid === 0
}
