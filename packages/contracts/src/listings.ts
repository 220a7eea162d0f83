import { deliveryTypes } from '@terrace/domain/delivery-types'
import { noteKinds } from '@terrace/domain/listing-notes'
import { splitTypes } from '@terrace/domain/split-options'
import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRawRoute } from './route.ts'
import { amountInput, wireMoney } from './wire-money.ts'

export const listingId = z.string().check(z.regex(/^lst_[0-9A-Za-z_-]{1,60}$/, 'must be a listing id'))

/** A listing as every buyer sees it (product.md §9); the same for everybody, so that it can be sent from one copy. */
export const wireListing = z.object({
  id: listingId,
  event_id: z.int(),
  category: z.object({ id: z.int(), name: z.string() }),
  section: z.string(),
  row: z.string(),
  first_seat: z.optional(z.int()),
  last_seat: z.optional(z.int()),
  general_admission: z.boolean(),
  ticket_type: z.enum(deliveryTypes),
  split_type: z.enum(splitTypes),
  quantity_limit: z.nullable(z.int()),
  multiple_sale_unit: z.nullable(z.int()),
  available: z.int().check(z.nonnegative()),
  splits: z.array(z.int().check(z.positive())),
  proceed_price: wireMoney,
  original_price: wireMoney,
  face_value: z.nullable(wireMoney),
  in_hand_date: z.string(),
  instant_download: z.boolean(),
  hospitality: z.boolean(),
  attendee_delivery_details_required: z.boolean(),
  attendee_identification_details_required: z.boolean(),
  notes: z.array(z.object({ kind: z.enum(noteKinds), text: z.string() })),
  seller: z.object({ id: z.string(), name: z.string() }),
  is_new: z.boolean(),
  version: z.int(),
})
export type WireListing = z.output<typeof wireListing>

const counted = { count: z.int().check(z.positive()), min_price: wireMoney }

/**
 * What there is to choose from: each facet ignores its own filter and obeys all others, and counts listings (product.md
 * §12). Only what would find something is listed, except for the flags.
 */
export const feedFacets = z.object({
  categories: z.array(z.object({ id: z.int(), name: z.string(), ...counted })),
  sections: z.array(z.object({ name: z.string(), ...counted })),
  ticket_types: z.array(z.object({ id: z.enum(deliveryTypes), ...counted })),
  brokers: z.array(z.object({ id: z.string(), name: z.string(), ...counted })),
  /** Listings of which some allowed split is at least `id` tickets. */
  quantities: z.array(z.object({ id: z.int().check(z.gte(1), z.lte(5)), count: z.int() })),
  flags: z.object({
    new_listings: z.int(),
    ticket_in_hand: z.int(),
    hospitality: z.int(),
    instant_download: z.int(),
  }),
  price: z.object({
    min: z.nullable(wireMoney),
    max: z.nullable(wireMoney),
    /** Bars of equal width, empty ones among them; both ends belong to a bar, so that a price range can be made of it. */
    histogram: z.array(z.object({ from: wireMoney, to: wireMoney, count: z.int() })).check(z.maxLength(24)),
  }),
})
export type FeedFacets = z.output<typeof feedFacets>

export const feedMeta = z.object({
  ...pageMeta.shape,
  /** Of all that was found, whatever the page. */
  ticket_count: z.int(),
  min_price: z.nullable(wireMoney),
  max_price: z.nullable(wireMoney),
  currency: z.string(),
  /** The day of the reference rates used for the conversion; absent where nothing was converted. */
  rate_date: z.optional(z.string()),
  rate_stale: z.boolean(),
  service_fee_percent: z.string(),
  version: z.string(),
  facets: feedFacets,
  /** What differs from reader to reader stands here alone, so that the rest is the same bytes for everybody. */
  mine: z.object({
    tracked: z.array(listingId),
    held: z.array(
      z.object({
        listing_id: listingId,
        hold_id: z.string(),
        quantity: z.int(),
        expires_at: z.string(),
      }),
    ),
  }),
})

const mostValues = 200

/** Listings of a page of the feed, unless fewer are asked for. */
export const feedPageSize = 100

const oneOrMany = <T extends z.ZodMiniType>(item: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => [value].flat()),
      z.array(item).check(z.maxLength(mostValues, `must be at most ${mostValues}`)),
    ),
  )

const numericId = (text: string) =>
  z.coerce.number({ error: text }).check(z.int(text), z.positive(text), z.lte(2_147_483_647, text))

/** Sent as 1 where it is set, and not at all where it is not (spec §3). */
const flag = z.optional(
  z.pipe(
    z.enum(['1', 'true'], { error: 'must be 1, or left out' }),
    z.transform(() => true),
  ),
)

/** In the currency of the answer. */
const price = z.optional(z.pipe(amountInput, z.string().check(z.maxLength(15, 'must be below a trillion'))))

const quantityText = 'must be a number of tickets from 1 to 6'

/** The listing filter, as spec §3 names, renames and presets it; any other key is refused by name. */
export const feedQuery = z
  .strictObject({
    event_id: z.optional(numericId('must be an event id')),
    /** Performers: a listing counts where its event has one of them. */
    'team_id[]': oneOrMany(numericId('must be ids of teams')),
    /** Choices 1 to 5 are that many or more; 6 is "Any quantity", which is sent as 1. */
    min_quantity: z._default(
      z.coerce
        .number({ error: quantityText })
        .check(z.int(quantityText), z.gte(1, quantityText), z.lte(6, quantityText)),
      1,
    ),
    /** Published in the last 24 hours. */
    new_listings: flag,
    /** In hand today, at the venue, or earlier. */
    ticket_in_hand: flag,
    /** The filter calls it `is_vip_listings`. */
    hospitality: flag,
    instant_download: flag,
    proceed_price_min: price,
    proceed_price_max: price,
    'ticket_types[]': oneOrMany(
      z.pipe(
        // Spec §3 writes it so.
        z.transform((id: unknown) => (id === 'Paper' ? 'paper' : id)),
        z.enum(deliveryTypes, { error: `must be of ${deliveryTypes.join(', ')}` }),
      ),
    ),
    'category_name[]': oneOrMany(numericId('must be ids of seating categories')),
    /** Sellers. */
    'broker_id[]': oneOrMany(z.string().check(z.regex(/^tm_[0-9A-Za-z_-]{1,60}$/, 'must be ids of sellers'))),
    'section_name[]': oneOrMany(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'must not be empty'),
          z.maxLength(100, 'must be at most 100 characters'),
        ),
    ),
    my_listings: z._default(
      z.enum(['all_listings', 'my_listings'], { error: 'must be all_listings or my_listings' }),
      'all_listings',
    ),
    order_by: z._default(
      z.enum(['price', 'section', 'row', 'quantity', 'in_hand_date', 'newest'], {
        error: 'must be one of price, section, row, quantity, in_hand_date, newest',
      }),
      'price',
    ),
    sort_order: z._default(z.enum(['asc', 'desc'], { error: 'must be asc or desc' }), 'asc'),
    target_currency: z.optional(
      z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')),
    ),
    lighter_response: z.optional(z.enum(['true', '1'], { error: 'must be true' })),
    /** Exactly these, the sold-out among them. */
    'listing_id[]': oneOrMany(listingId),
    ...pageQuery(feedPageSize),
  })
  .check(
    z.refine(
      ({ proceed_price_min: min, proceed_price_max: max }) =>
        min === undefined || max === undefined || Number(min) <= Number(max),
      { path: ['proceed_price_max'], error: 'must not be below proceed_price_min' },
    ),
  )
export type FeedQuery = z.output<typeof feedQuery>

export const feedResponse = z.object({ data: z.array(wireListing), meta: feedMeta })
export type FeedResponse = z.output<typeof feedResponse>

export const listingsRoutes = {
  feed: defineRawRoute({
    name: 'listings.feed',
    method: 'GET',
    path: '/tickets/feed',
    host: 'tickets',
    auth: 'buyer',
    query: feedQuery,
    response: feedResponse,
    errors: ['event.not_found', 'currency.unknown'],
  }),
}
