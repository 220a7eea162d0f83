import type { AttendeeRequirements } from '@terrace/domain/people/attendee-details'
import type { EventBlocker } from '@terrace/domain/hold-line-codes'
import type { HoldState } from '@terrace/domain/lifecycles/hold-lifecycle'
import type { Money } from '@terrace/domain/money/money'

/** A hold with its frozen prices and what a payment needs of its listing and event. */
export interface HoldDetails {
  id: string
  listingId: string
  eventId: number
  sellerTeamId: string
  quantity: number
  quoteId: string | null
  state: HoldState
  /** Whether `reserved_until` has passed, so that the hold no longer reserves stock. */
  isExpired: boolean
  /** The attempt that pays or paid for the hold. */
  attemptId: string | null
  /**
   * Incremented when a part is released and when a payment starts or ends, so that a payment notices the change. Also
   * the `SEQUENCE` of calendar files.
   */
  revision: number
  /** Per ticket, in the buyer's currency. */
  price: Money
  feeBp: number
  /** Per ticket, in the seller's currency. */
  sellerPrice: Money
  attendeeRequirements: AttendeeRequirements
  /** Why the event can no longer be bought; `null` while it can. */
  eventBlocker: EventBlocker | null
}

/** A hold that the transaction has locked: to pay for it, release it or reverse its sale. */
export type LockedHold = HoldDetails
