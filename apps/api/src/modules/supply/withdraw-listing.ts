import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Published, SupplyDeps } from './publish-listing.ts'
import { supplyErrors } from './supply.errors.ts'
import { changeListing, lockListing } from './supply.repo.ts'

/**
 * Takes a listing off sale. Tickets that somebody holds stay theirs to buy until the hold ends (product.md §4).
 */
export async function withdrawListing(
  { db, clock }: Omit<SupplyDeps, 'ids'>,
  listingId: string,
): Promise<Published> {
  return inTransaction(db, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) throw supplyErrors.make('supply.listing_not_found')
    if (listing.status === 'withdrawn')
      throw supplyErrors.make('supply.listing_withdrawn', { title: 'This listing is withdrawn already' })
    const version = await changeListing(tx, listingId, { status: 'withdrawn' }, clock.now())
    await recordEvents(tx, [
      {
        topic: 'listing.withdrawn',
        subject: listingId,
        payload: { eventId: listing.eventId, listingId, version },
      },
    ])
    return { id: listingId, version }
  })
}
