import { deliveryTypes } from '@terrace/domain/delivery-types'
import { noteKinds } from '@terrace/domain/listing-notes'
import { splitTypes } from '@terrace/domain/split-options'
import { z } from 'zod'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRawRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

export const listingId = z.string().regex(/^lst_[0-9A-Za-z_-]{1,60}$/, 'must be a listing id')

/** A listing as every buyer sees it (product.md §9); the same for everybody, so that it can be sent from one copy. */
export const wireListing = z.object({
  id: listingId,
  event_id: z.int(),
  category: z.object({ id: z.int(), name: z.string() }),
  section: z.string(),
  row: z.string(),
  first_seat: z.int().optional(),
  last_seat: z.int().optional(),
  general_admission: z.boolean(),
  ticket_type: z.enum(deliveryTypes),
  split_type: z.enum(splitTypes),
  quantity_limit: z.int().nullable(),
  multiple_sale_unit: z.int().nullable(),
  available: z.int().nonnegative(),
  splits: z.array(z.int().positive()),
  proceed_price: wireMoney,
  original_price: wireMoney,
  face_value: wireMoney.nullable(),
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
  min_price: wireMoney.nullable(),
  max_price: wireMoney.nullable(),
  currency: z.string(),
  /** The day of the reference rates used for the conversion; absent where nothing was converted. */
  rate_date: z.string().optional(),
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

const oneOrMany = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(500).optional(),
  )

/** The listing filter as spec §3 sends it, as far as this release serves it; any other key is refused by name. */
export const feedQuery = z.strictObject({
  event_id: z.coerce
    .number({ error: 'must be an event id' })
    .int('must be an event id')
    .positive('must be an event id')
    .optional(),
  min_quantity: z.coerce
    .number({ error: 'must be a number of tickets from 1 to 6' })
    .int('must be a number of tickets from 1 to 6')
    .min(1, 'must be a number of tickets from 1 to 6')
    .max(6, 'must be a number of tickets from 1 to 6')
    .default(1),
  order_by: z
    .enum(['price', 'section', 'row', 'quantity', 'in_hand_date', 'newest'], {
      error: 'must be one of price, section, row, quantity, in_hand_date, newest',
    })
    .default('price'),
  sort_order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).default('asc'),
  my_listings: z
    .enum(['all_listings', 'my_listings'], { error: 'must be all_listings or my_listings' })
    .default('all_listings'),
  target_currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')
    .optional(),
  lighter_response: z.enum(['true', '1'], { error: 'must be true' }).optional(),
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
