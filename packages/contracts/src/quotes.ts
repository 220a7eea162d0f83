import { commissionMethods } from '@terrace/domain/commission'
import { isQuoteDuration } from '@terrace/domain/quote-durations'
import { quoteStatuses } from '@terrace/domain/quote-lifecycle'
import { z } from 'zod/mini'
import { holdId } from './holds.ts'
import { listingId } from './listings.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { amountInput, wireMoney } from './wire-money.ts'

export const quoteId = z.string().check(z.regex(/^qt_[0-9A-Za-z_-]{1,60}$/, 'must be a quote id'))
export const offerId = z.string().check(z.regex(/^off_[0-9A-Za-z_-]{1,60}$/, 'must be an offer id'))

/** `true`: 1 and 0 stand for it on the wire (spec §3). */
const binary = z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' })

const eventId = z
  .int({ error: 'must be an event id' })
  .check(z.positive('must be an event id'), z.lte(2_147_483_647, 'must be an event id'))

/** Integer hours (product.md §11). */
export const quoteExpiry = z
  .int({ error: 'must be 2 to 24 hours, in steps of 2' })
  .check(z.refine((hours) => isQuoteDuration(hours), 'must be 2 to 24 hours, in steps of 2'))

/** A fixed amount a ticket in the quote's currency, or a percentage of the price. */
const commission = {
  commission_method: z.enum(commissionMethods, { error: 'must be fixed or percentage' }),
  commission_amount: z.pipe(amountInput, z.string().check(z.maxLength(12, 'must be below a billion'))),
}

/** Nobody asks more than ten times the price; an amount that large is a slip of the keyboard. */
export const mostCommissionPercent = 1000

const isSane = ({
  commission_method,
  commission_amount,
}: {
  commission_method: string
  commission_amount: string
}) => commission_method !== 'percentage' || Number(commission_amount) <= mostCommissionPercent
const commissionCheck = z.refine<{ commission_method: string; commission_amount: string }>(isSane, {
  path: ['commission_amount'],
  error: `must be at most ${mostCommissionPercent} percent`,
})

const offerText = (most: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(most, `must be at most ${most} characters`)))

export const mostOffers = 100

/** The quote generation payload (spec §3, product.md §5). */
export const quoteBody = z
  .strictObject({
    event_id: eventId,
    title: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Title is required'),
        z.maxLength(120, 'must be at most 120 characters'),
      ),
    quote_expiry: quoteExpiry,
    currency_to_display: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')),
    ...commission,
    /** Held tickets as the offer. */
    hold_ids: z._default(
      z.array(holdId).check(z.maxLength(mostOffers, `must be at most ${mostOffers} offers`)),
      [],
    ),
    /** 1: a quote of the whole event offers its hospitality listings only. */
    is_vip_listings: z._default(binary, 0),
    /** A chosen set. With neither this nor `hold_ids` the quote covers the event's whole live feed. */
    listings: z.optional(
      z
        .array(
          z.strictObject({
            listing_id: listingId,
            quantity: z
              .int({ error: 'must be a whole number of tickets' })
              .check(z.positive('must be at least 1')),
          }),
        )
        .check(
          z.minLength(1, 'must hold at least one listing'),
          z.maxLength(mostOffers, `must be at most ${mostOffers} offers`),
        ),
    ),
    client_name: offerText(100),
    note: offerText(2000),
    /** `locked`: the client's price stays what it is now, whatever the seller does. */
    price_mode: z._default(
      z.enum(['floating', 'locked'], { error: 'must be floating or locked' }),
      'floating',
    ),
  })
  .check(
    commissionCheck,
    z.refine(({ listings, hold_ids }) => listings === undefined || hold_ids.length === 0, {
      path: ['listings'],
      error: 'must be left out where hold_ids are given',
    }),
  )
export type QuoteBody = z.output<typeof quoteBody>
export type QuoteBodyInput = z.input<typeof quoteBody>

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

/** One offer as the broker sees it. All money per ticket, in the quote's currency, unless it says otherwise. */
export const wireQuoteOffer = z.object({
  id: offerId,
  listing_id: listingId,
  /** While the hold that is the offer lasts. */
  hold_id: z.nullable(holdId),
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  ticket_type: z.string(),
  quantity: z.int(),
  /** Of these tickets, what can be had now. To the broker the own team's hold counts as available. */
  state: z.enum(['available', 'short', 'gone']),
  available: z.int().check(z.nonnegative()),
  /** When the quote was made. */
  cost_then: wireMoney,
  /** Null where it is gone. */
  cost_now: z.nullable(wireMoney),
  service_fee: wireMoney,
  commission: wireMoney,
  client_price: wireMoney,
  /** Client price − cost now − fee; below zero the broker pays. Null where it is gone. */
  net: z.nullable(wireMoney),
  /** Locked, and the seller asks for more than then: never repriced for the client, always told to the broker. */
  is_dearer: z.boolean(),
  /** How many of them the client has accepted; 0: not chosen. */
  accepted: z.int().check(z.nonnegative()),
})
export type WireQuoteOffer = z.output<typeof wireQuoteOffer>

/** A quote as its broker sees it. */
export const wireQuote = z.object({
  id: quoteId,
  slug: z.string(),
  /** The whole link for the client: on the team's own origin where it has one, else below `/quote/`. */
  link: z.string(),
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
  /** Sums over the accepted offers, or over all where none is accepted; null for a whole event that nobody accepted. */
  totals: z.nullable(z.object({ quantity: z.int(), client_total: wireMoney, net_commission: wireMoney })),
  /** Locked prices below what the seller asks now. */
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
  ]),
  who: z.nullable(z.string()),
  why: z.nullable(z.string()),
})

const wireQuoteWhole = z.object({
  ...wireQuote.shape,
  /** Chosen or held ones; for a whole event those that were accepted. */
  offers: z.array(wireQuoteOffer),
  history: z.array(wireQuoteHistory),
})
export type WireQuoteWhole = z.output<typeof wireQuoteWhole>

const ofQuote = z.object({ quote_id: quoteId })
const whole = z.object({ data: wireQuoteWhole, message: z.optional(z.string()) })

export const quotesRoutes = {
  generate: defineRoute({
    name: 'quotes.generate',
    method: 'POST',
    path: '/{product}/generate-quote',
    auth: 'buyer',
    body: quoteBody,
    response: z.object({ data: wireQuoteWhole }),
    errors: [
      'event.not_found',
      'currency.unknown',
      'quote.event_over',
      'quote.listings_refused',
      'quote.holds_refused',
      'quote.rate_stale',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  list: defineRoute({
    name: 'quotes.list',
    method: 'GET',
    path: '/{product}/quotes',
    auth: 'buyer',
    query: z.strictObject({
      ...pageQuery(20),
      status: z.optional(z.enum(quoteStatuses, { error: `must be of ${quoteStatuses.join(', ')}` })),
      /** In title, client and event. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'must be at most 100 characters'))),
    }),
    response: z.object({ data: z.array(wireQuote), meta: pageMeta }),
    errors: [],
  }),
  one: defineRoute({
    name: 'quotes.one',
    method: 'GET',
    path: '/{product}/quotes/:quote_id',
    auth: 'buyer',
    params: ofQuote,
    response: whole,
    errors: ['quote.not_found'],
  }),
  withdraw: defineRoute({
    name: 'quotes.withdraw',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/withdraw',
    auth: 'buyer',
    params: ofQuote,
    body: z.strictObject({ reason: offerText(300) }),
    response: whole,
    errors: ['quote.not_found', 'quote.not_possible'],
  }),
  /** An expired, declined or withdrawn one stands again, for this many hours from now. */
  revive: defineRoute({
    name: 'quotes.revive',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/revive',
    auth: 'buyer',
    params: ofQuote,
    body: z.strictObject({ quote_expiry: quoteExpiry }),
    response: whole,
    errors: ['quote.not_found', 'quote.not_possible', 'quote.event_over'],
  }),
  /** One that stands ends this many hours from now; never earlier than before. */
  extend: defineRoute({
    name: 'quotes.extend',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/extend',
    auth: 'buyer',
    params: ofQuote,
    body: z.strictObject({ quote_expiry: quoteExpiry }),
    response: whole,
    errors: ['quote.not_found', 'quote.not_possible', 'quote.event_over'],
  }),
  /** A new quote with the same offers and terms, a new link and its own time. */
  copy: defineRoute({
    name: 'quotes.copy',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/copy',
    auth: 'buyer',
    params: ofQuote,
    body: z.strictObject({ quote_expiry: quoteExpiry }),
    response: whole,
    errors: ['quote.not_found', 'quote.event_over', 'idempotency.key_reused'],
    idempotent: true,
  }),
  changeCommission: defineRoute({
    name: 'quotes.change-commission',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/commission',
    auth: 'buyer',
    params: ofQuote,
    body: z.strictObject(commission).check(commissionCheck),
    response: whole,
    errors: ['quote.not_found', 'quote.not_possible'],
  }),
  /** By mail, with the link and the broker's own words. */
  send: defineRoute({
    name: 'quotes.send',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/send',
    auth: 'buyer',
    params: ofQuote,
    body: z.strictObject({
      email: z.pipe(z.string().check(z.trim(), z.maxLength(254)), z.email('Must be a valid email address')),
      message: offerText(1000),
    }),
    response: whole,
    errors: ['quote.not_found', 'quote.not_possible', 'quote.too_many_letters'],
    perMinute: 20,
  }),
  /** The offer for the client as a PDF; it holds nothing that the page does not. */
  pdf: defineRoute({
    name: 'quotes.pdf',
    method: 'GET',
    path: '/{product}/quotes/:quote_id/pdf',
    auth: 'buyer',
    params: ofQuote,
    response: z.object({ data: z.object({ filename: z.string(), base64: z.string() }) }),
    errors: ['quote.not_found'],
    perMinute: 60,
  }),
  /**
   * What buying would cost now, against when it was quoted, before anything is held: all differences are to be shown first.
   * Then `tickets/hold-multiple-tickets` with `quote_ref` (the quote's id) takes what is not held yet, and `buyer-checkout`
   * is given the `quote_slug`. Without `offers`: what the client accepted, else all.
   */
  check: defineRoute({
    name: 'quotes.check',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/check',
    auth: 'buyer',
    params: ofQuote,
    body: z.strictObject({
      offers: z.optional(
        z
          .array(
            z.strictObject({
              offer_id: offerId,
              quantity: z
                .int({ error: 'must be a whole number of tickets' })
                .check(z.positive('must be at least 1')),
            }),
          )
          .check(z.minLength(1, 'must hold at least one offer'), z.maxLength(mostOffers)),
      ),
    }),
    response: z.object({
      data: z.object({
        lines: z.array(
          z.object({
            ...wireQuoteOffer.shape,
            /** Numbers of tickets that could be taken instead, where the wanted one cannot. */
            splits: z.array(z.int()),
            /** Is held by the team already, and for how many tickets. */
            held: z.nullable(z.object({ hold_id: holdId, quantity: z.int(), expires_at: z.iso.datetime() })),
          }),
        ),
        /** Over the lines that can be had. */
        cost_then: wireMoney,
        cost_now: wireMoney,
        service_fee: wireMoney,
        client_total: wireMoney,
        net: wireMoney,
      }),
    }),
    errors: ['quote.not_found', 'quote.not_possible', 'quote.offer_unknown'],
  }),
}
