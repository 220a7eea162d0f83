import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { extendClaim, lockImport } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { forgetRows, readListingsWithOtherRows, readListingsWithRows } from '../settled/settled-rows.repo.ts'
import { adoptUnchanged } from './batch-rows.repo.ts'

// In short transactions: the first file after an undo stores a row for each listing of the profile. Each batch can be repeated,
// so an import that was interrupted between two of them starts with the first one again.

const rowsPerBatch = 2000
const afterLastPosition = 2 ** 31 - 1

/** Once the rows of a file are written: stores which listings the profile manages, and which rows later files need not read. */
export async function settleRows(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  { limit = rowsPerBatch }: { limit?: number } = {},
): Promise<void> {
  const { db, clock } = deps
  const { id: importId, profileId, keptRows } = inventoryImport
  for (let before: number | undefined = afterLastPosition; before !== undefined;) {
    const from: number = before
    before = await inBatch(deps, inventoryImport, (tx) =>
      adoptUnchanged(tx, { profileId, importId, now: clock.now() }, { before: from, limit }),
    )
  }
  if (keptRows > 0) return
  for (const ids of await readListingsWithOtherRows(db, { profileId, importId }))
    await inBatch(deps, inventoryImport, (tx) => forgetRows(tx, profileId, ids))
}

/** Before an import counts as undone: no row of the profile is settled, because earlier files may have read them otherwise. */
export async function forgetSettledRows(deps: ImportDeps, inventoryImport: InventoryImport): Promise<void> {
  const { profileId } = inventoryImport
  for (const ids of await readListingsWithRows(deps.db, profileId))
    await inBatch(deps, inventoryImport, (tx) => forgetRows(tx, profileId, ids))
}

/** Does part of the work and extends the claim, unless another process has ended the step. */
async function inBatch<Result>(
  { db }: ImportDeps,
  { id, state }: InventoryImport,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(db, async (tx) => {
    const locked = await lockImport(tx, id)
    if (locked?.state !== state) return undefined
    const result = await work(tx)
    await extendClaim(tx, id)
    return result
  })
}
