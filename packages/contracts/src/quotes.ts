import { quoteStatuses } from '@terrace/domain/lifecycles/quote-lifecycle'
import { z } from 'zod/mini'
import { clientId } from './client-id.ts'
import { wireExchangeRates } from './exchange-rate.ts'
import { holdId } from './holds.ts'
import { internalDetailsChange } from './internal-details.ts'
import { pageMeta, pageQuery, sortQuery } from './paging.ts'
import { offerId, quoteId, wireNewQuote, wireQuote, wireQuoteDetail, wireQuoteOffer } from './quote-shapes.ts'
import { commission, commissionCheck, maxQuoteOffers, offerText, quoteExpiry } from './quote-terms.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

const quoteParams = z.object({ quote_id: quoteId })
const quoteDetailResponse = z.object({ data: wireQuoteDetail, message: z.optional(z.string()) })

/** Broker actions return the updated quote. */
const quoteAction = {
  method: 'POST',
  auth: 'buyer',
  params: quoteParams,
  response: quoteDetailResponse,
} as const

/** Sets a new expiry. */
const quoteExtension = {
  ...quoteAction,
  body: z.strictObject({ quote_expiry: quoteExpiry }),
  errors: ['quote.not_found', 'quote.invalid_state', 'quote.event_over'],
} as const

const quoteCheck = z.object({
  lines: z.array(
    z.object({
      ...wireQuoteOffer.shape,
      /** Quantities that can be bought instead, when the requested one cannot. */
      splits: z.array(z.int()),
      /** Tickets that the team already holds, for this quote or for none. */
      held: z.nullable(z.object({ hold_id: holdId, quantity: z.int(), expires_at: z.iso.datetime() })),
    }),
  ),
  /** Rates of the current costs in other currencies, oldest date first. */
  exchange_rates: wireExchangeRates,
  /** Totals of the available lines. `net` is the broker's margin. */
  cost_when_quoted: wireMoney,
  current_cost: wireMoney,
  service_fee: wireMoney,
  client_total: wireMoney,
  net: wireMoney,
})
export type WireQuoteCheck = z.output<typeof quoteCheck>

/** Emails that one broker sends per minute, and quotes that are sent together. */
export const maxSentTogether = 20

/** Sort keys of quotes. Amounts are excluded, because they follow the sellers' prices. */
export const quoteSortKeys = ['created', 'expires', 'event_date', 'client', 'status', 'views'] as const

/** Quotes of the broker's team (product.md §5). */
export const quotesRoutes = {
  list: defineRoute({
    name: 'quotes.list',
    method: 'GET',
    path: '/{product}/quotes',
    auth: 'buyer',
    query: z.strictObject({
      ...pageQuery(20),
      ...sortQuery(quoteSortKeys, { by: 'created', direction: 'desc' }),
      status: z.optional(z.enum(quoteStatuses, { error: `must be one of ${quoteStatuses.join(', ')}` })),
      /** Matches title, client, reference and event. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'must be at most 100 characters'))),
      /** A client of the team's book. */
      client_id: z.optional(clientId),
    }),
    response: z.object({ data: z.array(wireQuote), meta: pageMeta }),
    errors: ['client.unknown'],
  }),
  one: defineRoute({
    name: 'quotes.one',
    method: 'GET',
    path: '/{product}/quotes/:quote_id',
    auth: 'buyer',
    params: quoteParams,
    response: quoteDetailResponse,
    errors: ['quote.not_found'],
  }),
  withdraw: defineRoute({
    ...quoteAction,
    name: 'quotes.withdraw',
    path: '/{product}/quotes/:quote_id/withdraw',
    body: z.strictObject({ reason: offerText(300) }),
    errors: ['quote.not_found', 'quote.invalid_state'],
  }),
  /** Returns a withdrawn quote to its state before. Repeating it changes nothing. */
  undoWithdrawal: defineRoute({
    ...quoteAction,
    name: 'quotes.undo-withdrawal',
    path: '/{product}/quotes/:quote_id/undo-withdrawal',
    errors: ['quote.not_found', 'quote.invalid_state', 'quote.withdrawal_final'],
  }),
  /** Reopens an expired, declined or withdrawn quote for this many hours from now. */
  reopen: defineRoute({
    ...quoteExtension,
    name: 'quotes.reopen',
    path: '/{product}/quotes/:quote_id/reopen',
  }),
  /** Moves the expiry to this many hours from now; never to an earlier time. */
  extend: defineRoute({
    ...quoteExtension,
    name: 'quotes.extend',
    path: '/{product}/quotes/:quote_id/extend',
  }),
  /** Creates a quote with the same offers and terms, a new link and its own expiry. */
  copy: defineRoute({
    ...quoteAction,
    name: 'quotes.copy',
    path: '/{product}/quotes/:quote_id/copy',
    body: z.strictObject({ quote_expiry: quoteExpiry }),
    response: z.object({ data: wireNewQuote }),
    errors: ['quote.not_found', 'quote.event_over', 'quote.link_lost', 'idempotency.key_reused'],
    idempotent: true,
  }),
  changeCommission: defineRoute({
    ...quoteAction,
    name: 'quotes.change-commission',
    path: '/{product}/quotes/:quote_id/commission',
    body: z.strictObject(commission).check(commissionCheck),
    errors: ['quote.not_found', 'quote.invalid_state', 'quote.listings_invalid'],
  }),
  /** Changes the broker's reference and internal note. Allowed in every state. */
  changeDetails: defineRoute({
    ...quoteAction,
    name: 'quotes.change-details',
    path: '/{product}/quotes/:quote_id/details',
    body: internalDetailsChange,
    errors: ['quote.not_found', 'details.changed'],
  }),
  /** Emails the link with the broker's message. */
  send: defineRoute({
    ...quoteAction,
    name: 'quotes.send',
    path: '/{product}/quotes/:quote_id/send',
    body: z.strictObject({
      email: z.pipe(z.string().check(z.trim(), z.maxLength(254)), z.email('Must be a valid email address')),
      message: offerText(1000),
    }),
    errors: [
      'quote.not_found',
      'quote.invalid_state',
      'quote.too_many_emails',
      'quote.link_lost',
      'idempotency.key_reused',
    ],
    idempotent: true,
    perMinute: maxSentTogether,
  }),
  /**
   * Known addresses for these quotes: of the last email, the client's response or the client book. Quotes without one
   * are omitted.
   */
  recipients: defineRoute({
    name: 'quotes.recipients',
    method: 'GET',
    path: '/{product}/quotes/recipients',
    auth: 'buyer',
    query: z.strictObject({
      /** Separated by commas. */
      quote_ids: z
        .string()
        .check(
          z.regex(
            /^qt_[0-9A-Za-z_-]{1,60}(,qt_[0-9A-Za-z_-]{1,60}){0,19}$/,
            'must be up to 20 quote ids, separated by commas',
          ),
        ),
    }),
    response: z.object({ data: z.array(z.object({ quote_id: quoteId, email: z.string() })) }),
    errors: [],
  }),
  /** Notes that the links were given to clients outside of Terrace. Ids that the team does not have are ignored. */
  share: defineRoute({
    name: 'quotes.share',
    method: 'POST',
    path: '/{product}/quotes/shared',
    auth: 'buyer',
    body: z.strictObject({
      quote_ids: z
        .array(quoteId)
        .check(
          z.minLength(1, 'must have at least one quote'),
          z.maxLength(200, 'must have at most 200 quotes'),
        ),
    }),
    response: z.object({ data: z.object({ quote_ids: z.array(quoteId) }) }),
    errors: [],
  }),
  /** The offer as a PDF, with the same data as the quote page. */
  pdf: defineRoute({
    name: 'quotes.pdf',
    method: 'GET',
    path: '/{product}/quotes/:quote_id/pdf',
    auth: 'buyer',
    params: quoteParams,
    response: z.object({ data: z.object({ filename: z.string(), base64: z.string() }) }),
    errors: ['quote.not_found'],
    perMinute: 60,
  }),
  /**
   * Compares current and quoted costs before anything is held, so that the broker confirms every difference. Without
   * `offers`: the accepted ones, else all.
   * To buy: `tickets/hold-multiple-tickets` with `quote_ref` (the quote id), then `buyer-checkout` with `quote_slug`.
   */
  check: defineRoute({
    name: 'quotes.check',
    method: 'POST',
    path: '/{product}/quotes/:quote_id/check',
    auth: 'buyer',
    params: quoteParams,
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
          .check(z.minLength(1, 'must have at least one offer'), z.maxLength(maxQuoteOffers)),
      ),
    }),
    response: z.object({ data: quoteCheck }),
    errors: ['quote.not_found', 'quote.invalid_state', 'quote.offer_unknown'],
  }),
}
