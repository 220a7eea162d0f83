import type { Caller } from '#api/audit/caller.ts'
import type { AttendeeDetails } from '@terrace/domain/people/attendee-details'
import type { IdempotencyKey } from '#api/shared/idempotency.ts'
import type { ChosenClient } from '#api/modules/orders/index.ts'

/** A purchase as sent by the buyer (spec §3). Amounts are decimal strings that the server verifies. */
export interface Purchase {
  card: PurchaseCard
  totalTicketsPrice: string
  totalServiceFee: string
  quoteSlug: string | undefined
  email: string
  phone: string
  reference: string | null
  internalNote: string | null
  /** Who the tickets are for; `null`: no one, `undefined`: the client of the quote. */
  client: ChosenClient
  lines: readonly PurchaseLine[]
}

/** A new card by the token of its form (`pm_…`), or a saved card of the team. */
export type PurchaseCard =
  | { kind: 'new'; token: string; shouldSave: boolean }
  | { kind: 'saved'; cardId: string }

export interface PurchaseLine {
  listingId: string
  holdId: string
  quantity: number
  /** Per ticket, before the fee. */
  ticketPrice: string
  /** Fee per ticket. */
  serviceFee: string
  /** In ticket order; empty if none were given. */
  attendees: readonly AttendeeDetails[]
}

/** A purchase with its buyer. */
export interface BuyTicketsInput {
  teamId: string
  teamName: string
  accountId: string
  purchase: Purchase
  caller: Caller
  key?: IdempotencyKey | undefined
}
