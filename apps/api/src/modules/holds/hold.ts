import type { Money } from '@terrace/domain/money/money'

/** Result of one item of a request. Items for the same listing share one hold. */
export interface PlacedLine {
  holdId: string
  listingId: string
  eventId: number
  quantity: number
  /** Per ticket, in the buyer's currency, fixed when the hold is placed. */
  price: Money
  /** Service fee in basis points, fixed when the hold is placed. */
  feeBp: number
  expiresAt: Date
}

export interface ReleasedLine {
  holdId: string
  eventId: number
  released: number
  /** Tickets the team still holds. */
  remaining: number
}
