import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { noteKinds } from '@terrace/domain/tickets/listing-notes'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRawRoute } from './route.ts'
import { amountInput, wireMoney } from './wire-money.ts'

export const listingId = z.string().check(z.regex(/^lst_[0-9A-Za-z_-]{1,60}$/, 'must be a listing id'))

/**
 * A listing as every buyer sees it (product.md §9). It never depends on the caller, so responses can share its bytes.
 */
export const wireListing = z.object({
  id: listingId,
  event_id: z.int(),
  category: z.object({ id: z.int(), name: z.string() }),
  section: z.string(),
  row: z.string(),
  first_seat: z.optional(z.int()),
  last_seat: z.optional(z.int()),
  /** Every seat, unless they are adjacent. */
  seats: z.optional(z.array(z.int())),
  general_admission: z.boolean(),
  ticket_type: z.enum(deliveryTypes),
  split_type: z.enum(splitTypes),
  quantity_limit: z.nullable(z.int()),
  multiple_sale_unit: z.nullable(z.int()),
  available: z.int().check(z.nonnegative()),
  /** Quantities that can be bought now. */
  splits: z.array(z.int().check(z.positive())),
  /**
   * The ticket price: what the buyer pays for one ticket before the service fee. It is the seller's price, converted to the
   * response's currency, and not the seller's proceeds, as the spec's name suggests.
   */
  proceed_price: wireMoney,
  /** Ticket price with the service fee of one ticket, rounded as checkout rounds it. */
  all_in_price: wireMoney,
  /** The seller's price per ticket, in the seller's currency. */
  original_price: wireMoney,
  /** In the seller's currency. */
  face_value: z.nullable(wireMoney),
  in_hand_date: z.string(),
  instant_download: z.boolean(),
  hospitality: z.boolean(),
  attendee_delivery_details_required: z.boolean(),
  attendee_identification_details_required: z.boolean(),
  notes: z.array(z.object({ kind: z.enum(noteKinds), text: z.string() })),
  seller: z.object({ id: z.string(), name: z.string() }),
  /** ISO time. */
  published_at: z.string(),
  is_new: z.boolean(),
  version: z.int(),
})
export type WireListing = z.output<typeof wireListing>

const counted = { count: z.int().check(z.positive()), min_price: wireMoney }

/**
 * Filter options with their listing counts (product.md §12.3). Each facet ignores its own filter and applies all
 * others. Options without results are omitted, except for flags.
 */
export const feedFacets = z.object({
  categories: z.array(z.object({ id: z.int(), name: z.string(), ...counted })),
  sections: z.array(z.object({ name: z.string(), ...counted })),
  ticket_types: z.array(z.object({ id: z.enum(deliveryTypes), ...counted })),
  /** Sellers, which the spec calls brokers; elsewhere a broker is a user of a buying team. */
  brokers: z.array(z.object({ id: z.string(), name: z.string(), ...counted })),
  /** Listings with an allowed quantity of `id` or more. */
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
    /** Bars of equal width, including empty ones. Both bounds are inclusive, so a bar maps to a price range. */
    histogram: z.array(z.object({ from: wireMoney, to: wireMoney, count: z.int() })).check(z.maxLength(24)),
  }),
})
export type FeedFacets = z.output<typeof feedFacets>

export const feedMeta = z.object({
  ...pageMeta.shape,
  /** Totals of all results, not only this page. */
  ticket_count: z.int(),
  min_price: z.nullable(wireMoney),
  max_price: z.nullable(wireMoney),
  currency: z.string(),
  /** Date of the reference rates; absent when nothing was converted. */
  rate_date: z.optional(z.string()),
  rate_stale: z.boolean(),
  service_fee_percent: z.string(),
  version: z.string(),
  facets: feedFacets,
  /** The only part that depends on the caller, so the rest is identical for all callers. */
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

/**
 * Columns by which the feed sorts. Spec §3 names `price`; the others are extensions. `newest` is the old name of `age`,
 * kept for saved addresses; both start with the newest listing when ascending.
 */
export const feedOrders = [
  'price',
  'all_in_price',
  'face_value',
  'section',
  'row',
  'seats',
  'quantity',
  'delivery',
  'in_hand_date',
  'restrictions',
  'seller',
  'age',
  'newest',
] as const

const maxFilterValues = 200

export const feedPageSize = 100

/** One value or several, as a query string repeats a key. */
export const oneOrMany = <T extends z.ZodMiniType>(item: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => [value].flat()),
      z.array(item).check(z.maxLength(maxFilterValues, `must be at most ${maxFilterValues}`)),
    ),
  )

export const numericId = (text: string) =>
  z.coerce.number({ error: text }).check(z.int(text), z.positive(text), z.lte(2_147_483_647, text))

/** Sent as 1 when set, otherwise omitted (spec §3). */
export const flag = z.optional(
  z.pipe(
    z.enum(['1', 'true'], { error: 'must be 1 or omitted' }),
    z.transform(() => true),
  ),
)

/** In the currency of the response. */
const price = z.optional(z.pipe(amountInput, z.string().check(z.maxLength(15, 'must be below a trillion'))))

const quantityError = 'must be a number of tickets from 1 to 6'

/** Filters on properties of a listing, with the names and defaults of spec §3. */
const filterFields = {
  /** Ids of performers, which the spec calls teams. Matches events with any of them. */
  'team_id[]': oneOrMany(numericId('must be team ids')),
  /** 1 to 5 mean "that many or more". 6, "Any quantity", is treated as 1; our client sends 1. */
  min_quantity: z._default(
    z.coerce
      .number({ error: quantityError })
      .check(z.int(quantityError), z.gte(1, quantityError), z.lte(6, quantityError)),
    1,
  ),
  /** Published in the last 24 hours. */
  new_listings: flag,
  /** In hand today or earlier, in the venue's time zone. */
  ticket_in_hand: flag,
  /** Called `is_vip_listings` in the spec's request and in whole-event quotes. */
  hospitality: flag,
  instant_download: flag,
  /** Limits of the ticket price, which the spec calls `proceed_price`, in the request's currency. */
  proceed_price_min: price,
  proceed_price_max: price,
  'ticket_types[]': oneOrMany(
    z.pipe(
      // Spec §3 uses this spelling.
      z.transform((id: unknown) => (id === 'Paper' ? 'paper' : id)),
      z.enum(deliveryTypes, { error: `must be one of ${deliveryTypes.join(', ')}` }),
    ),
  ),
  /** Ids of seating categories, in spite of the spec's name. */
  'category_name[]': oneOrMany(numericId('must be seating category ids')),
  /** Ids of sellers, which the spec calls brokers. */
  'broker_id[]': oneOrMany(z.string().check(z.regex(/^tm_[0-9A-Za-z_-]{1,60}$/, 'must be seller ids'))),
  /** In any spelling; clients send spaces instead of dashes. */
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
}

const isPriceRangeOrdered = z.refine<{
  proceed_price_min?: string | undefined
  proceed_price_max?: string | undefined
}>(
  ({ proceed_price_min: min, proceed_price_max: max }) =>
    min === undefined || max === undefined || Number(min) <= Number(max),
  { path: ['proceed_price_max'], error: 'must not be below proceed_price_min' },
)

const currency = z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')))

/** The feed's filters without event, order and page, as a saved search has them. Prices are in `target_currency`. */
export const listingFilter = z
  .strictObject({ ...filterFields, target_currency: currency })
  .check(isPriceRangeOrdered)
export type ListingFilter = z.output<typeof listingFilter>

/** Unknown keys are rejected by name. "How to add a feed filter" in CONTRIBUTING.md lists where a new filter goes. */
export const feedQuery = z
  .strictObject({
    event_id: z.optional(numericId('must be an event id')),
    ...filterFields,
    order_by: z._default(z.enum(feedOrders, { error: `must be one of ${feedOrders.join(', ')}` }), 'price'),
    sort_order: z._default(z.enum(['asc', 'desc'], { error: 'must be asc or desc' }), 'asc'),
    target_currency: currency,
    /** No effect: the response has one form. Every client sends true. */
    lighter_response: z.optional(z.enum(['true', '1'], { error: 'must be true' })),
    /** Exactly these listings, including sold-out ones. */
    'listing_id[]': oneOrMany(listingId),
    ...pageQuery(feedPageSize),
  })
  .check(isPriceRangeOrdered)
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
