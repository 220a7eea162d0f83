import { quoteStatuses } from '@terrace/domain/quote-lifecycle'
import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { offerId } from './quote-shapes.ts'
import { defineRawRoute, defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/*
 * What a visitor with a quote link says and is told (product.md §5). No cost, fee, commission, seller or holder, and no id
 * that leads to them, may be in any of these; every schema strips what it does not name.
 */

/** Kept out of addresses and logs: it stands in bodies only. */
export const quoteSlug = z
  .string()
  .check(z.regex(/^[0-9A-Za-z_-]{1,100}$/, 'must be the last part of a quote link'))

/** Whom to ask. */
const brokerContact = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type BrokerContact = z.output<typeof brokerContact>

/** How the team looks on its quotes: a colour as `#rrggbb`, and the path of its logo. */
export const quoteBrand = z.object({
  ...brokerContact.shape,
  colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  logo: z.nullable(z.string()),
})
export type QuoteBrand = z.output<typeof quoteBrand>

const offerFacts = {
  id: offerId,
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  first_seat: z.optional(z.int()),
  last_seat: z.optional(z.int()),
  general_admission: z.boolean(),
  ticket_type: z.string(),
  in_hand_date: z.string(),
  instant_download: z.boolean(),
  hospitality: z.boolean(),
  notes: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** What is offered; in a quote of a whole event the smallest number that may be taken. */
  quantity: z.int(),
  /** Per ticket: what the client pays. */
  price: wireMoney,
  /** Where some of the tickets were bought at another price than the rest: then `price` is the lowest. */
  highest_price: z.optional(wireMoney),
  total: wireMoney,
}

/** Tickets that may be taken in place of an offer that is gone. */
export const wireVisitorAlternative = z.object({
  ...offerFacts,
  /** Numbers of tickets that may be chosen now. */
  quantities: z.array(z.int()),
})
export type WireVisitorAlternative = z.output<typeof wireVisitorAlternative>

/** Tickets that are offered, as their client sees them. */
export const wireVisitorOffer = z.object({
  ...wireVisitorAlternative.shape,
  /** `short`: fewer than offered can be had; then `quantities` says which. */
  state: z.enum(['available', 'short', 'gone']),
  /** The two nearest, for one that is gone, where the broker allows it. They are accepted by their own ids. */
  alternatives: z.array(wireVisitorAlternative),
})
export type WireVisitorOffer = z.output<typeof wireVisitorOffer>

/** A quote as its client sees it. */
export const wireVisitorQuote = z.object({
  title: z.string(),
  client_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  status: z.enum(quoteStatuses),
  scope: z.enum(['event', 'listings', 'holds']),
  /** Whether it takes an answer now. */
  is_open: z.boolean(),
  /** The prices stay as they are for as long as the quote stands. */
  is_price_locked: z.boolean(),
  currency: z.string(),
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
  /** What was said last; the e-mail address is the broker's to know. */
  answer: z.nullable(
    z.object({
      kind: z.enum(['accepted', 'declined']),
      at: z.iso.datetime(),
      name: z.nullable(z.string()),
      offers: z.array(z.object({ offer_id: offerId, quantity: z.int() })),
      /** The tickets are set aside until then, where the broker has it so. */
      held_until: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Public channels of unguessable names; what comes there carries nothing: who hears it asks again. */
  channels: z.array(z.string()),
  /** Of a quote of a whole event, whose offers come page by page: what all of them come to. Null of a chosen set. */
  overview: z.nullable(
    z.object({
      /** In the order in which their first offers stand. */
      categories: z.array(
        z.object({
          name: z.string(),
          /** Offers of it on all pages. */
          count: z.int(),
          /** Per ticket, what the client pays; null where none of it can be had any more. */
          lowest_price: z.nullable(wireMoney),
        }),
      ),
      /** Where tickets can be had, each once. */
      sections: z.array(z.string()),
    }),
  ),
  offers: z.array(wireVisitorOffer),
})
export type WireVisitorQuote = z.output<typeof wireVisitorQuote>

/** Comes on the channels of a quote: ask for its details again. */
export const quoteEvents = { changed: 'quote-changed' } as const

const point = z.tuple([z.number(), z.number()])

/**
 * Why an offer could not be accepted: one line for each stands in `errors.lines` of `quote.offers_refused`, with the numbers of
 * tickets that can be chosen instead. An offer of which nobody has heard is `unknown`; one whose price the client has not seen comes with the price that it has.
 */
export const refusedOffer = z.object({
  offer_id: offerId,
  code: z.enum(['offer.unknown', 'offer.gone', 'offer.quantity', 'offer.price', 'offer.too_many_together']),
  quantities: z.array(z.int()),
  /** Per ticket: what it is now; of `offer.price` alone. */
  price: z.optional(wireMoney),
})
export type RefusedOffer = z.output<typeof refusedOffer>

/** Stands in `errors` of `quote.ended`: how it ended, and whom to ask instead. */
export const endedQuote = z.object({ status: z.enum(['Expired', 'Withdrawn']), broker: quoteBrand })

/** A venue's plan as a client sees it: as on the event page, without the venue's id, and with names for the ids of categories. */
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

const visitorQuote = z.object({ data: wireVisitorQuote, meta: pageMeta })

const personName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(100, 'must be at most 100 characters'))

/** What is asked by whoever has the link of a quote, without a login. */
export const quotePageRoutes = {
  /**
   * A quote by its link (spec §7). 410 where it has expired or was withdrawn: its `errors` then hold an
   * {@link endedQuote}. Opens are counted, at most once a visit: the page says `is_opening` once.
   */
  details: defineRawRoute({
    name: 'quotes.details',
    method: 'POST',
    path: '/{product}/quote-details',
    auth: 'public',
    body: z.strictObject({
      slug: quoteSlug,
      /** The first question of a page that a person looks at; refreshing is no view. */
      is_opening: z._default(z.boolean(), false),
      ...pageQuery(100),
    }),
    response: visitorQuote,
    errors: ['quote.unknown', 'quote.ended'],
    perMinute: 600,
  }),
  /** The plan of the venue, as it is drawn; without the venue's id. */
  plan: defineRawRoute({
    name: 'quotes.plan',
    method: 'POST',
    path: '/{product}/quote-plan',
    auth: 'public',
    body: z.strictObject({ slug: quoteSlug }),
    response: z.object({
      data: wireQuotePlan,
    }),
    errors: ['quote.unknown', 'quote.ended', 'venue.not_found'],
  }),
  /** Says yes to some of the offers, in place of whatever was said before; the same again changes nothing. */
  accept: defineRoute({
    name: 'quotes.accept',
    method: 'POST',
    path: '/{product}/quote-accept',
    auth: 'public',
    body: z.strictObject({
      slug: quoteSlug,
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
            /** Per ticket, as it was seen: at another one there is no yes. */
            price: z.optional(
              z
                .string()
                .check(z.regex(/^\d{1,12}(\.\d{1,3})?$/, 'must be a decimal number such as "150.00"')),
            ),
          }),
        )
        .check(
          z.minLength(1, 'Choose at least one offer'),
          z.maxLength(100, 'must be at most 100 offers'),
          z.refine(
            (offers) => new Set(offers.map(({ offer_id }) => offer_id)).size === offers.length,
            'must name each offer once',
          ),
        ),
    }),
    response: visitorQuote,
    errors: ['quote.unknown', 'quote.ended', 'quote.closed', 'quote.offers_refused'],
    perMinute: 30,
  }),
  decline: defineRoute({
    name: 'quotes.decline',
    method: 'POST',
    path: '/{product}/quote-decline',
    auth: 'public',
    body: z.strictObject({
      slug: quoteSlug,
      name: z.optional(z.string().check(z.trim(), z.maxLength(100, 'must be at most 100 characters'))),
      reason: z.optional(z.string().check(z.trim(), z.maxLength(500, 'must be at most 500 characters'))),
    }),
    response: visitorQuote,
    errors: ['quote.unknown', 'quote.ended', 'quote.closed'],
    perMinute: 30,
  }),
}
