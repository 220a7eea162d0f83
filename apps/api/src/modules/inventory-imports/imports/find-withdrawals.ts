import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { lockImport, type ImportChange } from './imports.repo.ts'
import type { ImportCounts, InventoryImport, WithdrawalState } from './inventory-import.ts'
import {
  countOnSale,
  countRowsWithoutId,
  countRows,
  deleteWithdrawals,
  insertWithdrawals,
} from './withdrawals.repo.ts'

/** The profile's listings, if rows were kept: how many are on sale, and which of them no kept row names. */
interface ComparedListings {
  onSale: number
  notKept: readonly string[]
}

/** Finds the listings that the file withdraws, and whether a person must confirm their number. */
export async function findWithdrawals(
  db: Db,
  inventoryImport: InventoryImport,
  { mode, owners, wipe_guard: guard }: InventorySettings,
  compared?: ComparedListings,
): Promise<ImportChange> {
  const rows = await countRows(db, inventoryImport)
  const liveBefore = compared?.onSale ?? (await countOnSale(db, inventoryImport.profileId))
  const mayWithdraw =
    mode === 'full_replace' && owners.publishing === 'file' && !isUnreadable(inventoryImport, rows)
  const count = await inTransaction(db, async (tx) => {
    const locked = await lockImport(tx, inventoryImport.id)
    // Another process has gone on with the import, and may have written its withdrawals.
    if (locked?.state !== inventoryImport.state) return 0
    await deleteWithdrawals(tx, inventoryImport.id)
    return mayWithdraw ? insertWithdrawals(tx, inventoryImport, compared?.notKept) : 0
  })
  // The profile's guard: more withdrawals than this need a confirmation.
  const isLarge = count > Math.max(guard.rows, Math.floor((liveBefore * guard.percent) / 100))
  // A header alone, or rows whose listing is unknown, may come from a broken export.
  const isSuspicious =
    count > 0 && (inventoryImport.rowsRead === 0 || (await countRowsWithoutId(db, inventoryImport.id)) > 0)
  const withdrawals: WithdrawalState = count === 0 ? 'none' : isLarge || isSuspicious ? 'guarded' : 'free'
  return {
    withdrawals,
    withdrawalsConfirmed: null,
    liveBefore,
    counts: await countRows(db, inventoryImport),
  }
}

/** Whether the file has rows, but none that is valid. Such a file withdraws nothing. */
function isUnreadable({ rowsRead }: InventoryImport, counts: ImportCounts): boolean {
  const valid = (counts.new ?? 0) + (counts.changed ?? 0) + (counts.unchanged ?? 0) + (counts.held ?? 0)
  return rowsRead > 0 && valid === 0
}
