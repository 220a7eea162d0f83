import { isOnSale, type EventStatus } from '@terrace/domain/event-status'
import type { GoneReason } from './mark.ts'

export interface StockFacts {
  status: 'active' | 'withdrawn'
  quantity: number
  sold: number
  eventStatus: EventStatus
  startsAt: Date
}

/**
 * Why the listing cannot be bought, or null. Tickets that somebody holds are not gone: they may be back any minute, and
 * `available` tells of them.
 */
export function goneReason(facts: StockFacts, now: Date): GoneReason | null {
  const { eventStatus, startsAt } = facts
  if (eventStatus === 'cancelled') return 'event_cancelled'
  if (eventStatus === 'postponed') return 'event_postponed'
  if (!isOnSale({ status: eventStatus, startsAt }, now)) return 'event_over'
  if (facts.status === 'withdrawn') return 'withdrawn'
  return facts.sold >= facts.quantity ? 'sold_out' : null
}

/** What a ticket costs now, or null while it cannot be bought. */
export function presentPrice(listing: StockFacts & { priceMinor: number }, now: Date): number | null {
  return goneReason(listing, now) === null ? listing.priceMinor : null
}
