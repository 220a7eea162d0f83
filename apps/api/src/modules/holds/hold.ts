import type { Money } from '@terrace/domain/money'

/** One line of a request to hold, as answered: several lines for one listing share its hold. */
export interface HeldLine {
  holdId: string
  listingId: string
  eventId: number
  quantity: number
  /** Per ticket, in the buyer's currency; frozen. */
  price: Money
  /** Service fee in basis points; frozen. */
  feeBp: number
  expiresAt: Date
}

export interface ReleasedLine {
  holdId: string
  eventId: number
  released: number
  /** What the team still holds of it. */
  remaining: number
}
