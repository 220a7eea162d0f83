import { z } from 'zod/mini'
import { binary } from './binary.ts'
import { clientId } from './client-id.ts'
import { holdId } from './holds.ts'
import { internalDetails } from './internal-details.ts'
import { listingId } from './listings.ts'
import { wireExchangeRate } from './exchange-rate.ts'
import { wireNewQuote } from './quote-shapes.ts'
import {
  commission,
  commissionCheck,
  currencyCode,
  maxQuoteOffers,
  offerChoice,
  offerText,
  priceMode,
  quoteExpiry,
} from './quote-terms.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'
import { shortLine, visibleLine } from './visible-text.ts'

const eventId = z
  .int({ error: 'must be an event id' })
  .check(z.positive('must be an event id'), z.lte(2_147_483_647, 'must be an event id'))

const isUnique = (names: readonly string[]) => new Set(names).size === names.length

const currencyToDisplay = currencyCode

/** Quote generation payload (spec §3, product.md §5). */
export const quoteBody = z
  .strictObject({
    event_id: eventId,
    title: z
      .string()
      .check(
        visibleLine(),
        z.minLength(1, 'Title is required'),
        z.maxLength(120, 'must be at most 120 characters'),
      ),
    quote_expiry: quoteExpiry,
    currency_to_display: currencyToDisplay,
    ...commission,
    /** Offers these held tickets. */
    hold_ids: z._default(
      z.array(holdId).check(z.maxLength(maxQuoteOffers, `must have at most ${maxQuoteOffers} offers`)),
      [],
    ),
    /** 1: a whole-event quote offers hospitality listings only. */
    is_vip_listings: z._default(binary, 0),
    /** Offers these listings. Without this and `hold_ids`, the quote covers all live listings of the event. */
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
          z.minLength(1, 'must have at least one listing'),
          z.maxLength(maxQuoteOffers, `must have at most ${maxQuoteOffers} offers`),
        ),
    ),
    client_name: z.optional(shortLine(100)),
    /** The client in the team's client book. */
    client_id: z.optional(clientId),
    note: offerText(2000),
    /** `locked`: the client's price stays fixed when the seller's price changes. */
    price_mode: z._default(priceMode, 'floating'),
    /** `one`: the offers are alternatives, and the client accepts exactly one of them. */
    offer_choice: z._default(offerChoice, 'any'),
    ...internalDetails,
  })
  .check(
    commissionCheck,
    z.refine(
      ({ listings, hold_ids, price_mode }) =>
        price_mode === 'floating' || listings !== undefined || hold_ids.length > 0,
      {
        path: ['price_mode'],
        error: 'must be floating for a whole event, because it has no fixed list of prices',
      },
    ),
    z.refine(({ hold_ids }) => isUnique(hold_ids), { path: ['hold_ids'], error: 'must list each hold once' }),
    z.refine(({ listings }) => isUnique((listings ?? []).map(({ listing_id }) => listing_id)), {
      path: ['listings'],
      error: 'must list each listing once',
    }),
    z.refine(({ listings, hold_ids }) => listings === undefined || hold_ids.length === 0, {
      path: ['listings'],
      error: 'must be omitted when hold_ids are given',
    }),
  )
export type QuoteBody = z.output<typeof quoteBody>
export type QuoteBodyInput = z.input<typeof quoteBody>

/** Creates quotes, and what the form needs for it. The list of quotes does not load it. */
export const quoteCreationRoutes = {
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
      'quote.listings_invalid',
      'quote.holds_invalid',
      'quote.rate_stale',
      'quote.link_lost',
      'client.unknown',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  /** Today's rates from these currencies to the one of a new quote; a currency without a rate is missing. */
  exchangeRates: defineRoute({
    name: 'quotes.exchange-rates',
    method: 'GET',
    path: '/{product}/quote-exchange-rates',
    auth: 'buyer',
    query: z.strictObject({
      currency_to_display: currencyToDisplay,
      /** Separated by commas. */
      from: z
        .string()
        .check(
          z.regex(/^[A-Z]{3}(,[A-Z]{3}){0,19}$/, 'must be up to 20 currency codes, separated by commas'),
        ),
    }),
    response: z.object({ data: z.array(wireExchangeRate) }),
    errors: ['currency.unknown'],
  }),
  /** Frozen price and fee per held ticket, in the currency of a new quote. */
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
}
