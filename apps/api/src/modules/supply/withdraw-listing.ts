import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { operator, recordListingChange } from './edit/listing-changes.repo.ts'
import type { LockedTickets, PublishedListing, SupplyDeps } from './publish-listing.ts'
import { supplyErrors } from './supply.errors.ts'
import { changeListing, lockListing } from './supply.repo.ts'

/** Takes a listing off sale. Held tickets can still be bought until their hold expires (product.md §4). */
export async function withdrawListing(
  { db, ...by }: Omit<SupplyDeps, 'ids'>,
  listingId: string,
): Promise<PublishedListing> {
  return inTransaction(db, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) throw supplyErrors.make('supply.listing_not_found')
    if (listing.status === 'withdrawn')
      throw supplyErrors.make('supply.listing_withdrawn', { title: 'This listing is already withdrawn' })
    return withdrawLocked(tx, by, listing)
  })
}

/** Takes a locked, published listing off sale. */
export async function withdrawLocked(
  tx: Tx,
  { clock, actor, author = operator }: Pick<SupplyDeps, 'clock' | 'actor' | 'author'>,
  { id, eventId, sellerTeamId }: LockedTickets,
): Promise<PublishedListing> {
  const now = clock.now()
  const version = await changeListing(tx, id, { status: 'withdrawn' }, now)
  await recordEvents(tx, [
    { topic: 'listing.withdrawn', subject: id, payload: { eventId, listingId: id, version } },
  ])
  await recordChanges(tx, actor, {
    kind: 'listing.withdrawn',
    teamId: sellerTeamId,
    details: { listing_id: id, event_id: eventId },
  })
  const values = { before: { status: 'active' }, after: { status: 'withdrawn' } } as const
  await recordListingChange(tx, { listingId: id, kind: 'unpublished', author, ...values }, now)
  return { id, version }
}
