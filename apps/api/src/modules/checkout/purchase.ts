import type { AttendeeDetails } from '@terrace/domain/attendee-details'

/** What a buyer asks to pay for, as the payload of spec §3 has it; amounts are decimal strings that the server checks. */
export interface Purchase {
  card: PurchaseCard
  totalTicketsPrice: string
  totalServiceFee: string
  /** Where the purchase comes from a quote: the last part of its link. */
  quoteSlug: string | undefined
  email: string
  phone: string
  lines: readonly PurchaseLine[]
}

/** A card that its form has named (`pm_…`), or one that the team has saved. */
export type PurchaseCard =
  | { kind: 'new'; token: string; isSaved: boolean }
  | { kind: 'saved'; cardId: string }

export interface PurchaseLine {
  listingId: string
  holdId: string
  quantity: number
  /** Proceed price of one ticket. */
  ticketPrice: string
  /** Fee of one ticket. */
  serviceFee: string
  /** In the order of the tickets; empty where none were given. */
  attendees: readonly AttendeeDetails[]
}
