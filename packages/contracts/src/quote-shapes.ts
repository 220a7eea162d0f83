import { commissionMethods } from '@terrace/domain/money/commission'
import { quoteStatuses } from '@terrace/domain/lifecycles/quote-lifecycle'
import { z } from 'zod/mini'
import { wireExchangeRates } from './exchange-rate.ts'
import { holdId } from './holds.ts'
import { listingId } from './listings.ts'
import { offerChoice } from './quote-terms.ts'
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

/** Tickets of one offer with the same cost. Amounts are per ticket, in the quote's currency. */
export const wireOfferPart = z.object({
  quantity: z.int(),
  /** Decides the cost: the price paid (`bought`), the price frozen by the hold (`held`) or the current one (`unheld`). */
  kind: z.enum(['bought', 'held', 'unheld']),
  /**
   * What the team pays for a ticket before the service fee. `null` when unavailable, or bought on a day without an exchange
   * rate.
   */
  cost: z.nullable(wireMoney),
  service_fee: wireMoney,
  commission: wireMoney,
  client_price: wireMoney,
  /** The broker's margin: client price − cost − service fee. Negative for a loss; `null` when `cost` is. */
  net: z.nullable(wireMoney),
})
export type WireOfferPart = z.output<typeof wireOfferPart>

/** An offer as the broker sees it. */
export const wireQuoteOffer = z.object({
  id: offerId,
  listing_id: listingId,
  /** Set while the offered hold lasts, even if it no longer covers every ticket. */
  hold_id: z.nullable(holdId),
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  ticket_type: z.string(),
  quantity: z.int(),
  /**
   * Availability of these tickets. `short`: some can be bought, but not the offered quantity. Tickets that the team itself
   * holds count as available.
   */
  state: z.enum(['available', 'short', 'unavailable']),
  available: z.int().check(z.nonnegative()),
  /** Cost per ticket when the quote was created, in the quote's currency. */
  cost_when_quoted: wireMoney,
  /**
   * Covers the accepted quantity, else the offered one; in a check, the quantity to buy. Totals are sums over these
   * parts.
   */
  parts: z.array(wireOfferPart),
  /** The client's price is locked or accepted, and the cost has risen since. The client's price does not change. */
  price_increased: z.boolean(),
  /** Tickets accepted by the client; 0 when not accepted. */
  accepted: z.int().check(z.nonnegative()),
  /** Tickets bought through orders of this quote. */
  bought: z.int().check(z.nonnegative()),
})
export type WireQuoteOffer = z.output<typeof wireQuoteOffer>

/** `net_commission`: the sum of the parts' `net`. */
const quoteTotals = z.object({ quantity: z.int(), client_total: wireMoney, net_commission: wireMoney })

/** A quote as the broker sees it. */
export const wireQuote = z.object({
  id: quoteId,
  /** `null` when its encryption key is lost. The link still works, but cannot be shown again. */
  slug: z.nullable(z.string()),
  /** The full client link, on the team's own origin if it has one, else under `/quote/`. `null` when `slug` is. */
  link: z.nullable(z.string()),
  title: z.string(),
  client_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The broker's own reference and note, never shown to clients. */
  reference: z.nullable(z.string()),
  internal_note: z.nullable(z.string()),
  status: z.enum(quoteStatuses),
  scope: z.enum(['event', 'listings', 'holds']),
  price_mode: z.enum(['floating', 'locked']),
  /** `one`: the offers are alternatives, and the client accepts exactly one of them. */
  offer_choice: offerChoice,
  event: quotedEvent,
  currency: z.string(),
  commission_method: z.enum(commissionMethods),
  commission_amount: z.string(),
  /** The quote offers hospitality listings only. */
  is_vip_listings: z.boolean(),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  expires_at: z.iso.datetime(),
  views: z.object({
    count: z.int(),
    first_at: z.nullable(z.iso.datetime()),
    last_at: z.nullable(z.iso.datetime()),
  }),
  /** The client's latest response. */
  response: z.nullable(
    z.object({
      kind: z.enum(['accepted', 'declined']),
      at: z.iso.datetime(),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  /**
   * Covers the accepted offers and tickets bought from other offers. Before an acceptance: the offers with bought tickets or,
   * if nothing was bought, all offers. `null` for a quote without offers, and when `totals_range` is set.
   */
  totals: z.nullable(quoteTotals),
  /** The lowest and the highest of each total among the alternatives, until one is accepted or bought. */
  totals_range: z.nullable(z.object({ lowest: quoteTotals, highest: quoteTotals })),
  /** The cost of an offer whose price is locked or accepted has risen since. */
  has_price_increases: z.boolean(),
  order_id: z.nullable(z.string()),
  order_number: z.nullable(z.string()),
  /** Actions that are allowed now. */
  can: z.object({
    withdraw: z.boolean(),
    reopen: z.boolean(),
    extend: z.boolean(),
    edit_commission: z.boolean(),
    convert: z.boolean(),
  }),
})
export type WireQuote = z.output<typeof wireQuote>

/** History entry of a quote; kept after the quote expires (product.md §5). */
export const wireQuoteHistory = z.object({
  at: z.iso.datetime(),
  event: z.enum([
    'created',
    'viewed',
    'accepted',
    'declined',
    'expired',
    'withdrawn',
    'withdrawal_undone',
    'reopened',
    'extended',
    'commission_changed',
    'sent',
    'ordered',
    'order_reversed',
  ]),
  actor_name: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

/** A quote with its offers and history, latest entry first. */
export const wireQuoteDetail = z.object({
  ...wireQuote.shape,
  /** Rates of the costs in other currencies, oldest date first. */
  exchange_rates: wireExchangeRates,
  /** Selected or held offers; for a whole-event quote, the accepted ones. */
  offers: z.array(wireQuoteOffer),
  history: z.array(wireQuoteHistory),
})
export type WireQuoteDetail = z.output<typeof wireQuoteDetail>

/** A newly created quote; its link is always known. */
export const wireNewQuote = z.object({ ...wireQuoteDetail.shape, slug: z.string(), link: z.string() })
export type WireNewQuote = z.output<typeof wireNewQuote>
