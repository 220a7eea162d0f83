import { quoteStatuses } from '@terrace/domain/lifecycles/quote-lifecycle'
import { z } from 'zod/mini'
import { calendarFile } from './calendar-file.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { offerId } from './quote-shapes.ts'
import { offerChoice } from './quote-terms.ts'
import { defineRawRoute, defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'
import { shortLine, visibleLine, visibleTrimmed } from './visible-text.ts'

/*
 * The public quote page (product.md §5). Responses must not contain any cost, fee, commission, seller or team member,
 * or an id that identifies them. `mountRoute` applies the response schema, which strips unknown fields; the handlers of
 * raw routes (`details`, `plan`) must apply it themselves.
 */

/**
 * The last part of a quote link. A secret: anyone who has it can read the quote and respond to it. Sent in request bodies
 * only, so that it never appears in API URLs or logs.
 */
export const secretQuoteSlug = z
  .string()
  .check(z.regex(/^[0-9A-Za-z_-]{1,100}$/, 'must be the last part of a quote link'))

const brokerContact = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type BrokerContact = z.output<typeof brokerContact>

/** Branding of the team's quotes: a colour as `#rrggbb` and the path of its logo. */
export const quoteBrand = z.object({
  ...brokerContact.shape,
  colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  logo: z.nullable(z.string()),
})
export type QuoteBrand = z.output<typeof quoteBrand>

const offerFields = {
  id: offerId,
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  first_seat: z.optional(z.int()),
  last_seat: z.optional(z.int()),
  /** Every seat, unless they are adjacent. */
  seats: z.optional(z.array(z.int())),
  general_admission: z.boolean(),
  ticket_type: z.string(),
  in_hand_date: z.string(),
  instant_download: z.boolean(),
  hospitality: z.boolean(),
  notes: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** Offered quantity; in a whole-event quote, the smallest quantity that can be accepted. */
  quantity: z.int(),
  /** Per ticket, as the client pays it. */
  price: wireMoney,
  /** Set when the tickets have different prices; `price` is then the lowest. */
  highest_price: z.optional(wireMoney),
  total: wireMoney,
}

/** Tickets the client can accept in place of a sold-out offer. */
export const wireClientAlternative = z.object({
  ...offerFields,
  /** Quantities that can be chosen now. */
  quantities: z.array(z.int()),
})
export type WireClientAlternative = z.output<typeof wireClientAlternative>

/** An offer as the client sees it. */
export const wireClientOffer = z.object({
  ...wireClientAlternative.shape,
  /** `short`: some tickets can be bought, but not the offered quantity; `quantities` lists the choices. */
  state: z.enum(['available', 'short', 'unavailable']),
  /**
   * The two closest alternatives for a sold-out offer, if the broker allows them. They are accepted by their own ids.
   */
  alternatives: z.array(wireClientAlternative),
})
export type WireClientOffer = z.output<typeof wireClientOffer>

export const wireClientQuote = z.object({
  title: z.string(),
  client_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  status: z.enum(quoteStatuses),
  scope: z.enum(['event', 'listings', 'holds']),
  /** Whether the client can respond now. */
  is_open: z.boolean(),
  /** Prices stay fixed until the quote expires. */
  is_price_locked: z.boolean(),
  /** `one`: the client accepts exactly one of the offers. */
  offer_choice: offerChoice,
  currency: z.string(),
  /** Date of the exchange rates behind these prices; `null` when nothing was converted. */
  rate_date: z.nullable(z.string()),
  expires_at: z.iso.datetime(),
  brand: quoteBrand,
  event: z.object({
    title: z.string(),
    event_date_local: z.string(),
    date_confirmed: z.boolean(),
    time_confirmed: z.boolean(),
    timezone: z.string(),
    status: z.enum(['scheduled', 'postponed', 'rescheduled', 'cancelled']),
    venue_name: z.string(),
    city: z.string(),
    country_code: z.string(),
    category_name: z.string(),
  }),
  has_plan: z.boolean(),
  /** The client's latest response. Their email address is visible to the broker only. */
  response: z.nullable(
    z.object({
      kind: z.enum(['accepted', 'declined']),
      at: z.iso.datetime(),
      name: z.nullable(z.string()),
      offers: z.array(z.object({ offer_id: offerId, quantity: z.int() })),
      /** The tickets are held until then, if the quote is of held tickets or the broker holds tickets on acceptance. */
      held_until: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Public channels with unguessable names. Messages carry no data; subscribers reload the quote. */
  channels: z.array(z.string()),
  /** Summary of all offers of a whole-event quote, whose offers are paged. `null` for other quotes. */
  overview: z.nullable(
    z.object({
      /** In the order of their first offers. */
      categories: z.array(
        z.object({
          name: z.string(),
          /** Offers in this category, across all pages. */
          count: z.int(),
          /** Lowest client price per ticket; `null` when sold out. */
          lowest_price: z.nullable(wireMoney),
        }),
      ),
      /** Sections with available tickets, without duplicates. */
      sections: z.array(z.string()),
    }),
  ),
  offers: z.array(wireClientOffer),
})
export type WireClientQuote = z.output<typeof wireClientQuote>

/** Events on a quote's channels: reload the details. */
export const quoteEvents = { changed: 'quote-changed' } as const

const point = z.tuple([z.number(), z.number()])

/**
 * Why an offer could not be accepted, in `errors.lines` of `quote.offers_invalid`, with the quantities available
 * instead. `offer.unknown`: no such offer in this quote; `offer.price`: the price has changed;
 * `offer.too_many_together`: too few tickets for all chosen offers of the listing.
 */
export const rejectedOffer = z.object({
  offer_id: offerId,
  code: z.enum([
    'offer.unknown',
    'offer.unavailable',
    'offer.quantity',
    'offer.price',
    'offer.too_many_together',
  ]),
  quantities: z.array(z.int()),
  /** Current price per ticket; `offer.price` only. */
  price: z.optional(wireMoney),
})
export type RejectedOffer = z.output<typeof rejectedOffer>

/** `errors` of `quote.ended`: how the quote ended, and the broker to contact. */
export const endedQuote = z.object({ status: z.enum(['Expired', 'Withdrawn']), broker: quoteBrand })

/** A venue's plan without the venue's id, and with category names in place of ids. */
export const wireQuotePlan = z.object({
  schematic: z.boolean(),
  width: z.number(),
  height: z.number(),
  surface: z.nullable(z.object({ kind: z.string(), shape: z.array(point), is_sketch: z.boolean() })),
  blocks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      level: z.string(),
      category: z.string(),
      polygon: z.array(point),
      label_at: point,
      other_names: z.array(z.string()),
    }),
  ),
  categories: z.array(z.string()),
})
export type WireQuotePlan = z.output<typeof wireQuotePlan>

const clientQuoteResponse = z.object({ data: wireClientQuote, meta: pageMeta })

const personName = z
  .string()
  .check(
    visibleLine(),
    z.minLength(1, 'Name is required'),
    z.maxLength(100, 'must be at most 100 characters'),
  )

/** Offers per page of `quotes.details`, unless the request asks for fewer. */
export const quotePageSize = 100

/** The API of the quote page. The link is the only credential; no login is needed. */
export const quotePageRoutes = {
  /**
   * Returns a quote by its link (spec §7). 410 with {@link endedQuote} in `errors` when it expired or was withdrawn.
   */
  details: defineRawRoute({
    name: 'quotes.details',
    method: 'POST',
    path: '/{product}/quote-details',
    auth: 'public',
    body: z.strictObject({
      slug: secretQuoteSlug,
      /** Set on the first request of a page view, so that refreshes are not counted as views. */
      is_opening: z._default(z.boolean(), false),
      ...pageQuery(quotePageSize),
    }),
    response: clientQuoteResponse,
    errors: ['quote.unknown', 'quote.ended'],
    perMinute: 600,
  }),
  plan: defineRawRoute({
    name: 'quotes.plan',
    method: 'POST',
    path: '/{product}/quote-plan',
    auth: 'public',
    body: z.strictObject({ slug: secretQuoteSlug }),
    response: z.object({
      data: wireQuotePlan,
    }),
    errors: ['quote.unknown', 'quote.ended', 'venue.not_found'],
  }),
  /** The event as a calendar to download. */
  calendar: defineRoute({
    name: 'quotes.calendar',
    method: 'POST',
    path: '/{product}/quote-calendar',
    auth: 'public',
    body: z.strictObject({ slug: secretQuoteSlug }),
    response: calendarFile,
    errors: ['quote.unknown', 'quote.ended'],
    perMinute: 60,
  }),
  /** Accepts some of the offers and replaces any previous response. Repeating the same request changes nothing. */
  accept: defineRoute({
    name: 'quotes.accept',
    method: 'POST',
    path: '/{product}/quote-accept',
    auth: 'public',
    body: z.strictObject({
      slug: secretQuoteSlug,
      name: personName,
      email: z.pipe(
        z.string().check(z.trim(), z.minLength(1, 'Email address is required'), z.maxLength(254)),
        z.email('Must be a valid email address'),
      ),
      offers: z
        .array(
          z.strictObject({
            offer_id: offerId,
            quantity: z
              .int({ error: 'must be a whole number of tickets' })
              .check(z.positive('must be at least 1')),
            /** Price per ticket that the client saw; a different current price rejects the request. */
            price: z.optional(
              z
                .string()
                .check(z.regex(/^\d{1,12}(\.\d{1,3})?$/, 'must be a decimal number such as "150.00"')),
            ),
          }),
        )
        .check(
          z.minLength(1, 'Select at least one offer'),
          z.maxLength(100, 'must have at most 100 offers'),
          z.refine(
            (offers) => new Set(offers.map(({ offer_id }) => offer_id)).size === offers.length,
            'must list each offer once',
          ),
        ),
    }),
    response: clientQuoteResponse,
    errors: ['quote.unknown', 'quote.ended', 'quote.closed', 'quote.offers_invalid'],
    perMinute: 30,
  }),
  decline: defineRoute({
    name: 'quotes.decline',
    method: 'POST',
    path: '/{product}/quote-decline',
    auth: 'public',
    body: z.strictObject({
      slug: secretQuoteSlug,
      name: z.optional(shortLine(100)),
      reason: z.optional(
        z.string().check(visibleTrimmed(), z.maxLength(500, 'must be at most 500 characters')),
      ),
    }),
    response: clientQuoteResponse,
    errors: ['quote.unknown', 'quote.ended', 'quote.closed'],
    perMinute: 30,
  }),
}
