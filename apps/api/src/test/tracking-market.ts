import { trackedRoutes, type WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { reviseListing, withdrawListing } from '../modules/supply/index.ts'
import { inTransaction } from '../db/transaction.ts'
import type { DomainEvent } from '../outbox/domain-events.ts'
import { recordEvents } from '../outbox/outbox.repo.ts'
import { buildMarket } from './build-market.ts'
import type { Caller } from './build-test-app.ts'
import { createTestClock } from './test-clock.ts'

export type TrackingMarket = Awaited<ReturnType<typeof buildTrackingMarket>>

/** A market whose listings change, and people who track them. The clock stands still until a test moves it. */
export async function buildTrackingMarket(options: Parameters<typeof buildMarket>[0] = {}) {
  const clock = createTestClock()
  const market = await buildMarket({ clock, ...options })
  const { db, deps } = market

  /** What happened has been handled; a moment has gone by. */
  async function settle(): Promise<void> {
    await deps.outbox.drain()
    clock.advance(1000)
  }

  /** Writes an event as the command that it comes from would. */
  async function tell(event: DomainEvent): Promise<void> {
    await inTransaction(db, (tx) => recordEvents(tx, [event]))
    await settle()
  }

  return {
    ...market,
    clock,
    settle,
    /** Tracks the listing or stops it, as the page does. */
    track: (by: Caller, listingId: string, status: 'yes' | 'No' = 'yes') =>
      by.call(trackingRoutes.track, { body: { list_id: listingId, status } }),
    async tracked(by: Caller): Promise<WireTrackedListing[]> {
      return (await by.call(trackedRoutes.list)).data.data
    },
    async alerts(by: Caller) {
      const { data } = await by.call(trackedRoutes.alerts, { query: { since: '2026-01-01T00:00:00Z' } })
      return data.data
    },
    async revise(listingId: string, change: { priceMinor?: number; quantity?: number }) {
      await reviseListing({ db, clock }, { listingId, ...change })
      await settle()
    },
    /** Puts a withdrawn listing back on sale as `publishAgain` does, but without a plan that knows its block. */
    async publishAgain(listingId: string) {
      const { eventId, version } = await db
        .updateTable('listings')
        .set(({ eb }) => ({ status: 'active', version: eb('version', '+', 1) }))
        .where('id', '=', listingId)
        .returning(['event_id as eventId', 'version'])
        .executeTakeFirstOrThrow()
      await tell({ topic: 'listing.published', subject: listingId, payload: { eventId, listingId, version } })
    },
    tell,
    async withdraw(listingId: string) {
      await withdrawListing({ db, clock }, listingId)
      await settle()
    },
  }
}
