import { deliveryTypes } from '@terrace/domain/delivery-types'
import { noteKinds } from '@terrace/domain/listing-notes'
import { splitTypes } from '@terrace/domain/split-options'
import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRawRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

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

export const feedMeta = z.object({
  ...pageMeta.shape,
  min_price: z.nullable(wireMoney),
  max_price: z.nullable(wireMoney),
  currency: z.string(),
  /** The day of the reference rates used for the conversion; absent where nothing was converted. */
  rate_date: z.optional(z.string()),
  rate_stale: z.boolean(),
  service_fee_percent: z.string(),
  version: z.string(),
  mine: z.object({
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

const oneOrMany = <T extends z.ZodMiniType>(item: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => [value].flat()),
      z.array(item).check(z.maxLength(500, 'must be at most 500')),
    ),
  )

/** The listing filter as spec §3 sends it, as far as this release serves it; any other key is refused by name. */
export const feedQuery = z.strictObject({
  event_id: z.optional(
    z.coerce
      .number({ error: 'must be an event id' })
      .check(z.int('must be an event id'), z.positive('must be an event id')),
  ),
  min_quantity: z._default(
    z.coerce
      .number({ error: 'must be a number of tickets from 1 to 6' })
      .check(
        z.int('must be a number of tickets from 1 to 6'),
        z.gte(1, 'must be a number of tickets from 1 to 6'),
        z.lte(6, 'must be a number of tickets from 1 to 6'),
      ),
    1,
  ),
  order_by: z._default(
    z.enum(['price', 'section', 'row', 'quantity', 'in_hand_date', 'newest'], {
      error: 'must be one of price, section, row, quantity, in_hand_date, newest',
    }),
    'price',
  ),
  sort_order: z._default(z.enum(['asc', 'desc'], { error: 'must be asc or desc' }), 'asc'),
  my_listings: z._default(
    z.enum(['all_listings', 'my_listings'], { error: 'must be all_listings or my_listings' }),
    'all_listings',
  ),
  target_currency: z.optional(
    z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')),
  ),
  lighter_response: z.optional(z.enum(['true', '1'], { error: 'must be true' })),
  'listing_id[]': oneOrMany(listingId),
  ...pageQuery(100),
})
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
