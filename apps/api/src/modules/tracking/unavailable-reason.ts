import { isOnSale, type EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { UnavailableReason } from './tracked-listing.ts'

export interface ListingStock {
  status: 'active' | 'withdrawn'
  quantity: number
  sold: number
  eventStatus: EventStatus
  startsAt: Date
}

/**
 * Why the listing can't be bought, or `null`. Held tickets don't make it unavailable, because the hold may end;
 * `available` excludes them.
 */
export function unavailableReason(stock: ListingStock, now: Date): UnavailableReason | null {
  const { eventStatus, startsAt } = stock
  if (eventStatus === 'cancelled') return 'event_cancelled'
  if (eventStatus === 'postponed') return 'event_postponed'
  if (!isOnSale({ status: eventStatus, startsAt }, now)) return 'event_over'
  if (stock.status === 'withdrawn') return 'withdrawn'
  return stock.sold >= stock.quantity ? 'sold_out' : null
}

/** The current ticket price, or `null` while the listing can't be bought. */
export function currentPriceOf(listing: ListingStock & { priceMinor: number }, now: Date): number | null {
  return unavailableReason(listing, now) === null ? listing.priceMinor : null
}
