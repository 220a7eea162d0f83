import { commissionMethods } from '@terrace/domain/commission'
import { quoteStatuses } from '@terrace/domain/quote-lifecycle'
import { z } from 'zod/mini'
import { holdId } from './holds.ts'
import { listingId } from './listings.ts'
import { wireMoney } from './wire-money.ts'

export const quoteId = z.string().check(z.regex(/^qt_[0-9A-Za-z_-]{1,60}$/, 'must be a quote id'))
export const offerId = z.string().check(z.regex(/^off_[0-9A-Za-z_-]{1,60}$/, 'must be an offer id'))

const quotedEvent = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  event_date_local: z.string(),
  date_confirmed: z.boolean(),
  time_confirmed: z.boolean(),
  timezone: z.string(),
  status: z.enum(['scheduled', 'postponed', 'rescheduled', 'cancelled']),
  venue_name: z.string(),
  city: z.string(),
})

/** Tickets of an offer that cost the same. All money per ticket, in the quote's currency. */
export const wireOfferPart = z.object({
  quantity: z.int(),
  /** At what was paid for them, at what the hold froze, or at what they cost now. */
  kind: z.enum(['bought', 'held', 'open']),
  /** Null where they cannot be had, or were bought on a day without a rate. */
  cost: z.nullable(wireMoney),
  service_fee: wireMoney,
  commission: wireMoney,
  client_price: wireMoney,
  /** Client price − cost − fee; below zero the broker pays. Null with the cost. */
  net: z.nullable(wireMoney),
})
export type WireOfferPart = z.output<typeof wireOfferPart>

/** One offer as the broker sees it. */
export const wireQuoteOffer = z.object({
  id: offerId,
  listing_id: listingId,
  /** While the hold that is the offer lasts, also where it has not all of these tickets any more. */
  hold_id: z.nullable(holdId),
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  ticket_type: z.string(),
  quantity: z.int(),
  /** Of these tickets, what can be had now. To the broker the own team's hold counts as available. */
  state: z.enum(['available', 'short', 'gone']),
  available: z.int().check(z.nonnegative()),
  /** Per ticket, in the quote's currency, when the quote was made. */
  cost_then: wireMoney,
  /**
   * As many tickets as the client accepted, else as are offered; of a line of a check as many as are to be bought. Whatever is said
   * of them all is a sum over these.
   */
  parts: z.array(wireOfferPart),
  /**
   * What the client pays is locked or accepted, and the seller asks for more than that was made of: never repriced for the
   * client, always told to the broker.
   */
  is_dearer: z.boolean(),
  /** How many of them the client has accepted; 0: not chosen. */
  accepted: z.int().check(z.nonnegative()),
  /** How many of them orders that came of the quote hold. */
  bought: z.int().check(z.nonnegative()),
})
export type WireQuoteOffer = z.output<typeof wireQuoteOffer>

/** A quote as its broker sees it. */
export const wireQuote = z.object({
  id: quoteId,
  /** Null where the key is lost with which it was sealed: the link still opens for who has it, and nobody can be told it. */
  slug: z.nullable(z.string()),
  /** The whole link for the client: on the team's own origin where it has one, else below `/quote/`. Null with the slug. */
  link: z.nullable(z.string()),
  title: z.string(),
  client_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  status: z.enum(quoteStatuses),
  scope: z.enum(['event', 'listings', 'holds']),
  price_mode: z.enum(['floating', 'locked']),
  event: quotedEvent,
  currency: z.string(),
  commission_method: z.enum(commissionMethods),
  commission_amount: z.string(),
  is_vip_listings: z.boolean(),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  expires_at: z.iso.datetime(),
  views: z.object({
    count: z.int(),
    first_at: z.nullable(z.iso.datetime()),
    last_at: z.nullable(z.iso.datetime()),
  }),
  /** What the client said last. */
  answer: z.nullable(
    z.object({
      kind: z.enum(['accepted', 'declined']),
      at: z.iso.datetime(),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  /**
   * Sums over the offers that were accepted and what was bought of the others; where none was accepted over those of which
   * something was bought, else over all. Null for a whole event of which nothing was.
   */
  totals: z.nullable(z.object({ quantity: z.int(), client_total: wireMoney, net_commission: wireMoney })),
  /** Locked or accepted prices below what the seller asks now. */
  has_dearer: z.boolean(),
  order_id: z.nullable(z.string()),
  order_number: z.nullable(z.string()),
  /** What may be done with it now. */
  can: z.object({
    withdraw: z.boolean(),
    revive: z.boolean(),
    extend: z.boolean(),
    edit_commission: z.boolean(),
    convert: z.boolean(),
  }),
})
export type WireQuote = z.output<typeof wireQuote>

/** What happened to a quote, the latest first: nothing that expires disappears (product.md §5). */
export const wireQuoteHistory = z.object({
  at: z.iso.datetime(),
  what: z.enum([
    'created',
    'viewed',
    'accepted',
    'declined',
    'expired',
    'withdrawn',
    'revived',
    'extended',
    'commission_changed',
    'sent',
    'ordered',
    'order_undone',
  ]),
  who: z.nullable(z.string()),
  why: z.nullable(z.string()),
})

/** A quote, opened: with its offers and what happened to it. */
export const wireQuoteWhole = z.object({
  ...wireQuote.shape,
  /** Chosen or held ones; for a whole event those that were accepted. */
  offers: z.array(wireQuoteOffer),
  history: z.array(wireQuoteHistory),
})
export type WireQuoteWhole = z.output<typeof wireQuoteWhole>

/** A quote that was just made: its link can be told. */
export const wireNewQuote = z.object({ ...wireQuoteWhole.shape, slug: z.string(), link: z.string() })
export type WireNewQuote = z.output<typeof wireNewQuote>
