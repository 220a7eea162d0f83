import type { Db } from '#api/db/client.ts'
import { extendClaim } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { forgetRows, readListingsWithRows } from './settled-rows.repo.ts'

/** Forgets which rows leave listings of these events as they are: of all events, there may be a million. */
export async function forgetRowsOfEvents(
  db: Db,
  { id, profileId }: Pick<InventoryImport, 'id' | 'profileId'>,
  eventIds: readonly number[],
): Promise<void> {
  if (eventIds.length === 0) return
  for (const listingIds of await readListingsWithRows(db, profileId, eventIds)) {
    await forgetRows(db, profileId, listingIds)
    await extendClaim(db, id)
  }
}
