import type { OfferChoice } from '@terrace/contracts/quote-terms'
import type { Commission } from '@terrace/domain/money/commission'
import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { Money } from '@terrace/domain/money/money'
import type { QuoteState } from '@terrace/domain/lifecycles/quote-lifecycle'
import type { Tables } from '#api/db/tables.ts'
import type { TicketDescription } from './create/ticket-description.ts'

export type QuoteHistoryEvent = Tables['quote_history']['event']

/**
 * A broker's offer to a client (product.md §5): tickets of one event plus commission, behind a link, for some hours.
 */
export interface Quote {
  id: string
  teamId: string
  team: { name: string; email: string; baseCurrency: string }
  createdBy: { accountId: string; name: string }
  /** Encrypted last part of the link, readable by its broker only. */
  encryptedSlug: Buffer
  /** Key of {@link selectableOfferId}. */
  idKey: Buffer
  title: string
  clientName: string | null
  note: string | null
  /** Private to the team, as is the internal note. */
  reference: string | null
  internalNote: string | null
  currency: string
  commission: Commission
  scope: QuoteScope
  /** A whole-event quote that offers hospitality listings only; `is_vip_listings` on the wire. */
  isHospitalityOnly: boolean
  priceMode: 'floating' | 'locked'
  offerChoice: OfferChoice
  state: QuoteState
  feeBp: number
  createdAt: Date
  expiresAt: Date
  views: { count: number; firstAt: Date | null; lastAt: Date | null }
  /** The client's latest response. */
  response: {
    kind: 'accepted' | 'declined'
    at: Date
    name: string | null
    email: string | null
    reason: string | null
  } | null
  /** The latest order made from the quote. */
  order: { id: string; number: string } | null
  event: QuotedEvent
  /** In the broker's order, followed by listings that the client selected and accepted. */
  offers: QuoteOffer[]
}

/** `event` covers everything on sale for it; `holds` covers tickets held when the quote was made. */
export type QuoteScope = 'event' | 'listings' | 'holds'

export interface QuotedEvent {
  id: number
  title: string
  slug: string
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  timezone: string
  status: EventStatus
  startsAt: Date
  venueId: number
  venueName: string
  city: string
  countryCode: string
  categoryName: string
  hasPlan: boolean
}

export interface QuoteOffer {
  id: string
  listingId: string
  /** Offered by the broker, or selected by a client from the event or the alternatives. */
  kind: 'offered' | 'selected'
  quantity: number
  /** The hold that the offer was made from. `null` without one, or if that hold is promised to another client. */
  holdId: string | null
  /** Description of the tickets when they were quoted. */
  snapshot: TicketDescription
  /** Per ticket in the quote's currency, when it was quoted. */
  costWhenQuoted: Money
  /** The rate of that cost, from the currency of the seller or the hold; `null` in the quote's own currency. */
  rateWhenQuoted: ExchangeRate | null
  /** Number of tickets that the client accepted; 0 without an acceptance. */
  accepted: number
  /** Client price per ticket at acceptance; `null` unless accepted. */
  agreed: Money | null
  /** Tickets bought by orders of this quote; `null` when there are none. */
  bought: Bought | null
}

export interface ExchangeRate {
  /** The currency that was converted. */
  currency: string
  rate: string
  /** 'YYYY-MM-DD' */
  date: string
}

export interface Bought {
  quantity: number
  /** One part per price, lowest first. */
  parts: BoughtPart[]
}

export interface BoughtPart {
  quantity: number
  /** Per ticket in the quote's currency at the rate of the purchase date; `null` when there was no rate. */
  cost: Money | null
}

export interface QuoteEntry {
  at: Date
  event: QuoteHistoryEvent
  actorName: string | null
  reason: string | null
}
