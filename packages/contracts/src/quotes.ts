import { commissionMethods } from '@terrace/domain/commission'
import { isQuoteDuration } from '@terrace/domain/quote-durations'
import { quoteStatuses } from '@terrace/domain/quote-lifecycle'
import { z } from 'zod/mini'
import { binary } from './binary.ts'
import { holdId } from './holds.ts'
import { listingId } from './listings.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { offerId, quoteId, wireNewQuote, wireQuote, wireQuoteOffer, wireQuoteWhole } from './quote-shapes.ts'
import { defineRoute } from './route.ts'
import { amountInput, wireMoney } from './wire-money.ts'

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

interface CommissionInput {
  commission_method: string
  commission_amount: string
}

const commissionCheck = z.refine<CommissionInput>(
  ({ commission_method: method, commission_amount: amount }) =>
    // What is no number is told so already.
    method !== 'percentage' || !(Number(amount) > mostCommissionPercent),
  { path: ['commission_amount'], error: `must be at most ${mostCommissionPercent} percent` },
)

const isUnique = (names: readonly string[]) => new Set(names).size === names.length

const offerText = (most: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(most, `must be at most ${most} characters`)))

/** Offers that a quote may name. */
export const mostOffers = 100

const currencyToDisplay = z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code'))

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
    currency_to_display: currencyToDisplay,
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
    z.refine(
      ({ listings, hold_ids, price_mode }) =>
        price_mode === 'floating' || listings !== undefined || hold_ids.length > 0,
      {
        path: ['price_mode'],
        error: 'must be floating for the whole event, which has no list of prices to lock',
      },
    ),
    z.refine(({ hold_ids }) => isUnique(hold_ids), { path: ['hold_ids'], error: 'must name each hold once' }),
    z.refine(({ listings }) => isUnique((listings ?? []).map(({ listing_id }) => listing_id)), {
      path: ['listings'],
      error: 'must name each listing once',
    }),
    z.refine(({ listings, hold_ids }) => listings === undefined || hold_ids.length === 0, {
      path: ['listings'],
      error: 'must be left out where hold_ids are given',
    }),
  )
export type QuoteBody = z.output<typeof quoteBody>
export type QuoteBodyInput = z.input<typeof quoteBody>

const ofQuote = z.object({ quote_id: quoteId })
const whole = z.object({ data: wireQuoteWhole, message: z.optional(z.string()) })

/** What a broker does with one of the team's quotes answers it as it is then. */
const deed = { method: 'POST', auth: 'buyer', params: ofQuote, response: whole } as const

/** What lets it stand for some hours. */
const prolonged = {
  ...deed,
  body: z.strictObject({ quote_expiry: quoteExpiry }),
  errors: ['quote.not_found', 'quote.not_possible', 'quote.event_over'],
} as const

const quoteCheck = z.object({
  lines: z.array(
    z.object({
      ...wireQuoteOffer.shape,
      /** Numbers of tickets that could be taken instead, where the wanted one cannot. */
      splits: z.array(z.int()),
      /** Is held by the team already, for this quote or for none, and how many tickets of it. */
      held: z.nullable(z.object({ hold_id: holdId, quantity: z.int(), expires_at: z.iso.datetime() })),
    }),
  ),
  /** Over the lines that can be had. */
  cost_then: wireMoney,
  cost_now: wireMoney,
  service_fee: wireMoney,
  client_total: wireMoney,
  net: wireMoney,
})
export type WireQuoteCheck = z.output<typeof quoteCheck>

/** What a broker does with the quotes of the team (product.md §5). */
export const quotesRoutes = {
  generate: defineRoute({
    name: 'quotes.generate',
    method: 'POST',
    path: '/{product}/generate-quote',
    auth: 'buyer',
    body: quoteBody,
    response: z.object({ data: wireNewQuote }),
    errors: [
      'event.not_found',
      'currency.unknown',
      'quote.event_over',
      'quote.listings_refused',
      'quote.holds_refused',
      'quote.rate_stale',
      'quote.link_lost',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  /**
   * Per ticket, what the team's holds have frozen and its fee, in the currency of a quote: what a quote of them is made of, for
   * who is about to make one.
   */
  heldCosts: defineRoute({
    name: 'quotes.held-costs',
    method: 'GET',
    path: '/{product}/quote-held-costs',
    auth: 'buyer',
    query: z.strictObject({ currency_to_display: currencyToDisplay }),
    response: z.object({
      data: z.array(z.object({ hold_id: holdId, cost: wireMoney, service_fee: wireMoney })),
    }),
    errors: ['currency.unknown'],
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
    ...deed,
    name: 'quotes.withdraw',
    path: '/{product}/quotes/:quote_id/withdraw',
    body: z.strictObject({ reason: offerText(300) }),
    errors: ['quote.not_found', 'quote.not_possible'],
  }),
  /** An expired, declined or withdrawn one stands again, for this many hours from now. */
  revive: defineRoute({
    ...prolonged,
    name: 'quotes.revive',
    path: '/{product}/quotes/:quote_id/revive',
  }),
  /** One that stands ends this many hours from now; never earlier than before. */
  extend: defineRoute({
    ...prolonged,
    name: 'quotes.extend',
    path: '/{product}/quotes/:quote_id/extend',
  }),
  /** A new quote with the same offers and terms, a new link and its own time. */
  copy: defineRoute({
    ...deed,
    name: 'quotes.copy',
    path: '/{product}/quotes/:quote_id/copy',
    body: z.strictObject({ quote_expiry: quoteExpiry }),
    response: z.object({ data: wireNewQuote }),
    errors: ['quote.not_found', 'quote.event_over', 'quote.link_lost', 'idempotency.key_reused'],
    idempotent: true,
  }),
  changeCommission: defineRoute({
    ...deed,
    name: 'quotes.change-commission',
    path: '/{product}/quotes/:quote_id/commission',
    body: z.strictObject(commission).check(commissionCheck),
    errors: ['quote.not_found', 'quote.not_possible', 'quote.listings_refused'],
  }),
  /** By mail, with the link and the broker's own words. */
  send: defineRoute({
    ...deed,
    name: 'quotes.send',
    path: '/{product}/quotes/:quote_id/send',
    body: z.strictObject({
      email: z.pipe(z.string().check(z.trim(), z.maxLength(254)), z.email('Must be a valid email address')),
      message: offerText(1000),
    }),
    errors: ['quote.not_found', 'quote.not_possible', 'quote.too_many_letters', 'quote.link_lost'],
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
    response: z.object({ data: quoteCheck }),
    errors: ['quote.not_found', 'quote.not_possible', 'quote.offer_unknown'],
  }),
}
