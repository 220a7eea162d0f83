import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { notePrices } from './followed.repo.ts'
import { goneReason, presentPrice } from './gone-reason.ts'
import type { Tracker } from './mark.ts'
import {
  countMarks,
  countStock,
  endMark,
  findMark,
  insertMark,
  lockTracker,
  lockTrackable,
  type Trackable,
} from './marks.repo.ts'
import { trackingErrors } from './tracking.errors.ts'

/** More than anybody looks after; it bounds what is kept in memory and looked at with every change. */
export const mostMarks = 500

/** Who stopped tracking by mistake finds the mark as it was, with its price of then, for this long. */
const undoMs = 10 * 60_000

interface Wish {
  tracker: Tracker
  listingId: string
  isTracked: boolean
}

/**
 * Tracks a listing or stops it. What is so already stays so: a repeat is no error, also when the listing has gone
 * meanwhile. Throws where there is nothing to track: what never was, what no buyer can see, what is over.
 */
export async function trackListing({ db, clock }: { db: Db; clock: Clock }, wish: Wish): Promise<void> {
  const { tracker, listingId, isTracked } = wish
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    await lockTracker(tx, tracker)
    const mark = await findMark(tx, tracker, listingId)
    const wasTracked = mark?.endedAt === null
    if (wasTracked === isTracked) return
    if (!isTracked) {
      await endMark(tx, tracker, listingId, now)
    } else {
      await assertRoom(tx, tracker)
      const listing = await lockTrackable(tx, listingId)
      if (!listing) throw trackingErrors.make('tracking.listing_not_found')
      const isUndo = mark?.endedAt && now.getTime() - mark.endedAt.getTime() < undoMs
      await (isUndo ? endMark(tx, tracker, listingId, null) : beginMark(tx, tracker, listing, now))
      // Perhaps nobody followed it until now: what comes is compared with this, and not with what was noted long ago.
      await notePrices(tx, [{ listingId, priceMinor: presentPrice(listing, now) }], now)
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

async function assertRoom(tx: Tx, tracker: Tracker): Promise<void> {
  if ((await countMarks(tx, tracker)) < mostMarks) return
  throw trackingErrors.make('tracking.too_many', {
    title: `You track ${mostMarks} listings, which is as many as there can be: stop tracking one of them first`,
  })
}

async function beginMark(tx: Tx, tracker: Tracker, listing: Trackable, now: Date): Promise<void> {
  const gone = goneReason(listing, now)
  if (gone === 'event_over' || gone === 'event_cancelled') throw trackingErrors.make('tracking.event_over')
  if (listing.status === 'withdrawn') throw trackingErrors.make('tracking.listing_withdrawn')
  // Read after the lock, in a statement of its own: holds that were placed during the wait count.
  const stock = await countStock(tx, listing.id, tracker.teamId, now)
  const { id: listingId, priceMinor } = listing
  await insertMark(tx, { ...tracker, listingId, trackedAt: now, priceMinor, stock })
}
