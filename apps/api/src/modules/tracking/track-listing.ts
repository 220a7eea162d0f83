import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { recordPrices } from './tracked-listing-states.repo.ts'
import { unavailableReason, currentPriceOf } from './unavailable-reason.ts'
import type { Tracker } from './tracked-listing.ts'
import {
  countTrackedListings,
  countStock,
  setTrackingEnd,
  findTracking,
  insertTracking,
  lockTracker,
  lockTrackableListing,
  type TrackableListing,
} from './trackings.repo.ts'
import { trackingErrors } from './tracking.errors.ts'

/** Bounds the memory per account and the work per listing change. */
export const maxTrackedListings = 500

/** Tracking again within this time restores the old record with its original price. */
const restoreWindowMs = 10 * 60_000

interface TrackingRequest {
  tracker: Tracker
  listingId: string
  isTracked: boolean
}

/**
 * Starts or stops tracking. Idempotent: repeating a request is not an error, even if the listing has become
 * unavailable.
 * @throws `tracking.*` when the listing is unknown or withdrawn, its event has started or is cancelled, or the limit is
 * reached.
 */
export async function trackListing(
  { db, clock }: { db: Db; clock: Clock },
  request: TrackingRequest,
): Promise<void> {
  const { tracker, listingId, isTracked } = request
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    await lockTracker(tx, tracker)
    const tracking = await findTracking(tx, tracker, listingId)
    const wasTracked = tracking?.endedAt === null
    if (wasTracked === isTracked) return
    if (!isTracked) {
      await setTrackingEnd(tx, tracker, listingId, now)
    } else {
      await assertBelowLimit(tx, tracker)
      const listing = await lockTrackableListing(tx, listingId)
      if (!listing) throw trackingErrors.make('tracking.listing_not_found')
      const isRestorable = tracking?.endedAt && now.getTime() - tracking.endedAt.getTime() < restoreWindowMs
      await (isRestorable
        ? setTrackingEnd(tx, tracker, listingId, null)
        : startTracking(tx, tracker, listing, now))
      // Prices are recorded only while a listing is tracked, so the last recorded one may be outdated.
      await recordPrices(tx, [{ listingId, priceMinor: currentPriceOf(listing, now) }], now)
    }
    await recordEvents(tx, [
      {
        topic: isTracked ? 'listing.tracked' : 'listing.untracked',
        subject: listingId,
        payload: { accountId: tracker.accountId, teamId: tracker.teamId },
      },
    ])
  })
}

async function assertBelowLimit(tx: Tx, tracker: Tracker): Promise<void> {
  if ((await countTrackedListings(tx, tracker)) < maxTrackedListings) return
  throw trackingErrors.make('tracking.too_many', {
    title: `You’ve reached the limit of ${maxTrackedListings} tracked listings. Stop tracking one first`,
  })
}

async function startTracking(tx: Tx, tracker: Tracker, listing: TrackableListing, now: Date): Promise<void> {
  const unavailable = unavailableReason(listing, now)
  if (unavailable === 'event_over' || unavailable === 'event_cancelled')
    throw trackingErrors.make('tracking.event_over')
  if (listing.status === 'withdrawn') throw trackingErrors.make('tracking.listing_withdrawn')
  // Read after the lock in its own statement, so holds placed during the wait count.
  const stock = await countStock(tx, listing.id, tracker.teamId, now)
  const { id: listingId, priceMinor } = listing
  await insertTracking(tx, { ...tracker, listingId, trackedAt: now, priceMinor, stock })
}
