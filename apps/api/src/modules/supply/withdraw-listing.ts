import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { PublishedListing, SupplyDeps } from './publish-listing.ts'
import { supplyErrors } from './supply.errors.ts'
import { changeListing, lockListing } from './supply.repo.ts'

/** Takes a listing off sale. Held tickets can still be bought until their hold expires (product.md §4). */
export async function withdrawListing(
  { db, clock, actor }: Omit<SupplyDeps, 'ids'>,
  listingId: string,
): Promise<PublishedListing> {
  return inTransaction(db, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) throw supplyErrors.make('supply.listing_not_found')
    if (listing.status === 'withdrawn')
      throw supplyErrors.make('supply.listing_withdrawn', { title: 'This listing is already withdrawn' })
    const version = await changeListing(tx, listingId, { status: 'withdrawn' }, clock.now())
    await recordEvents(tx, [
      {
        topic: 'listing.withdrawn',
        subject: listingId,
        payload: { eventId: listing.eventId, listingId, version },
      },
    ])
    await recordChanges(tx, actor, {
      kind: 'listing.withdrawn',
      teamId: listing.sellerTeamId,
      details: { listing_id: listingId, event_id: listing.eventId },
    })
    return { id: listingId, version }
  })
}
