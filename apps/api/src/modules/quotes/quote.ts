import type { Commission } from '@terrace/domain/commission'
import type { EventStatus } from '@terrace/domain/event-status'
import type { Money } from '@terrace/domain/money'
import type { QuoteState } from '@terrace/domain/quote-lifecycle'
import type { QuoteDeed, QuotedFacts } from '../../db/quote-tables.ts'

/** What a broker offers to a client (product.md §5): tickets of one event with a commission, behind a link, for some hours. */
export interface Quote {
  id: string
  teamId: string
  team: { name: string; email: string; baseCurrency: string }
  createdBy: { accountId: string; name: string }
  /** The last part of its link, which only its broker is shown again. */
  sealedSlug: Buffer
  /** See {@link pickId}. */
  idKey: Buffer
  title: string
  clientName: string | null
  note: string | null
  currency: string
  commission: Commission
  scope: QuoteScope
  isVipListings: boolean
  priceMode: 'floating' | 'locked'
  state: QuoteState
  feeBp: number
  createdAt: Date
  expiresAt: Date
  views: { count: number; firstAt: Date | null; lastAt: Date | null }
  /** What the client said last. */
  answer: {
    kind: 'accepted' | 'declined'
    at: Date
    name: string | null
    email: string | null
    reason: string | null
  } | null
  /** The latest that came of it. */
  order: { id: string; number: string } | null
  event: QuotedEvent
  /** In the order in which they were offered; what a visitor picked beside them and has accepted comes last. */
  offers: QuoteOffer[]
}

/** `event`: all that is on sale for it; `holds`: tickets that the team held when it quoted them. */
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
  /** By the broker, or by a visitor from the whole event or among the alternatives. */
  kind: 'offered' | 'picked'
  quantity: number
  /** The hold whose tickets they were when they were quoted; null also where those are promised to another client by now. */
  holdId: string | null
  facts: QuotedFacts
  /** Per ticket, in the quote's currency, when it was quoted. */
  costThen: Money
  /** Tickets of it that the client has accepted. */
  accepted: number
  /** Per ticket: the price that the client said yes to. Null where it is not accepted. */
  agreed: Money | null
  /** What orders that came of the quote hold of it; null where they hold nothing. */
  bought: Bought | null
}

/** What was bought of an offer. */
export interface Bought {
  quantity: number
  /** What was paid for it: one for each price, the lowest first. */
  parts: BoughtPart[]
}

export interface BoughtPart {
  quantity: number
  /** Per ticket, in the quote's currency, at the rate of the day on which it was bought; null where there was none. */
  cost: Money | null
}

export interface QuoteEntry {
  at: Date
  what: QuoteDeed
  who: string | null
  why: string | null
}
