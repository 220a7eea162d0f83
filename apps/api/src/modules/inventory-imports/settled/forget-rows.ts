import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { extendClaim } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { forgetRows, readListingsWithRows } from './settled-rows.repo.ts'

/** Forgets which rows leave listings of these events as they are, in parts: a profile may have a million listings. */
export async function forgetRowsOfEvents(
  db: Db,
  { id, profileId }: Pick<InventoryImport, 'id' | 'profileId'>,
  eventIds: readonly number[],
): Promise<void> {
  if (eventIds.length === 0) return
  for (const listingIds of await readListingsWithRows(db, profileId, eventIds)) {
    await inTransaction(db, (tx) => forgetRows(tx, profileId, listingIds))
    await extendClaim(db, id)
  }
}
