import type { AttendeeNeeds } from '@terrace/domain/attendee-details'
import type { HoldState } from '@terrace/domain/hold-lifecycle'
import type { Money } from '@terrace/domain/money'

/** A hold as a checkout needs it: what was frozen, and whether it still takes stock. */
export interface PayableHold {
  id: string
  listingId: string
  eventId: number
  sellerTeamId: string
  quantity: number
  /** The quote that it was held for. */
  quoteRef: string | null
  state: HoldState
  /** Whether it takes stock at this moment (`reserved_until` is ahead). */
  isLive: boolean
  /** The attempt that pays, or paid, for it. */
  attemptId: string | null
  /** Per ticket, in the buyer's currency. */
  price: Money
  feeBp: number
  /** Per ticket, in the seller's currency. */
  sellerPrice: Money
  /** What the listing asks of who attends. */
  asks: AttendeeNeeds
  /** Why tickets of its event cannot be bought any more; null where they can. */
  eventOff: 'event.cancelled' | 'event.postponed' | 'event.started' | null
}
