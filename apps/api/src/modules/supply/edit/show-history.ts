import type { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import type { ResponseInputOf } from '@terrace/contracts/route'
import type { DbOrTx } from '#api/db/transaction.ts'
import { supplyErrors } from '../supply.errors.ts'
import { readListingChanges } from './listing-changes.repo.ts'
import { presentListingChange } from './present-changes.ts'

const pageSize = 50

/** @throws `supply.listing_not_found`, also for a listing of another team. */
export async function showListingHistory(
  { db }: { db: DbOrTx },
  teamId: string,
  { listingId, before, withCosts }: { listingId: string; before?: string | undefined; withCosts: boolean },
): Promise<ResponseInputOf<typeof inventoryEditRoutes.history>> {
  const changes = await readListingChanges(db, { teamId, listingId, before, withCosts, limit: pageSize + 1 })
  if (!changes) throw supplyErrors.make('supply.listing_not_found')
  return {
    data: changes.slice(0, pageSize).map(presentListingChange),
    meta: { has_more: changes.length > pageSize },
  }
}
