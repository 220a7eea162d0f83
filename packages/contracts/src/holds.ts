import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

export const holdId = z.string().check(z.regex(/^hld_[0-9A-Za-z_-]{1,60}$/, 'must be a hold id'))

const quantity = z
  .int({ error: 'must be a whole number of tickets' })
  .check(z.gte(1, 'must be at least 1'), z.lte(10_000, 'must be at most 10000'))

/** What a hold answers for each item, in the order of the items (product.md §4). `service_fee` is per ticket. */
export const wireHeldLine = z.object({
  hold_id: holdId,
  listing_id: listingId,
  quantity: z.int(),
  price: wireMoney,
  service_fee: wireMoney,
  service_fee_percent: z.string(),
  expires_at: z.iso.datetime(),
})
export type WireHeldLine = z.output<typeof wireHeldLine>

/** A hold in the team's list: the line, and what a basket shows of its listing. */
export const wireHold = z.object({
  ...wireHeldLine.shape,
  state: z.enum(['active', 'paying']),
  /** The quote that it is held for. */
  quote_ref: z.optional(z.string()),
  event: z.object({
    id: z.int(),
    title: z.string(),
    slug: z.string(),
    event_date_local: z.string(),
    timezone: z.string(),
    time_confirmed: z.boolean(),
    venue_name: z.string(),
    city: z.string(),
  }),
  listing: z.object({
    category_name: z.string(),
    section: z.string(),
    row: z.string(),
    ticket_type: z.string(),
    in_hand_date: z.string(),
    instant_download: z.boolean(),
    attendee_delivery_details_required: z.boolean(),
    attendee_identification_details_required: z.boolean(),
    seller_name: z.string(),
    /** Quantities that may be given back from this hold now; all of it is always among them. */
    releasable: z.array(z.int()),
  }),
})
export type WireHold = z.output<typeof wireHold>

const holdItems = z
  .array(
    z.strictObject({
      listing_id: listingId,
      quantity,
      quote_ref: z.optional(z.string().check(z.maxLength(100))),
      target_currency: z.optional(
        z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')),
      ),
    }),
  )
  .check(z.minLength(1, 'must hold at least one item'), z.maxLength(100, 'must hold at most 100 items'))

const releaseItems = z
  .array(z.strictObject({ hold_id: holdId, quantity }))
  .check(z.minLength(1, 'must hold at least one item'), z.maxLength(100, 'must hold at most 100 items'))

export const holdsRoutes = {
  place: defineRoute({
    name: 'holds.place',
    method: 'POST',
    path: '/tickets/hold-multiple-tickets',
    host: 'tickets',
    auth: 'buyer',
    body: holdItems,
    response: z.object({ data: z.array(wireHeldLine) }),
    errors: [
      'hold.refused',
      'hold.cap_exceeded',
      'hold.rate_stale',
      'hold.quote_unknown',
      'currency.unknown',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  release: defineRoute({
    name: 'holds.release',
    method: 'POST',
    path: '/tickets/release-multiple-tickets',
    host: 'tickets',
    auth: 'buyer',
    body: releaseItems,
    response: z.object({
      data: z.array(z.object({ hold_id: holdId, released: z.int(), remaining: z.int() })),
    }),
    errors: ['hold.release_refused', 'idempotency.key_reused'],
    idempotent: true,
  }),
  list: defineRoute({
    name: 'holds.list',
    method: 'GET',
    path: '/{product}/holds',
    auth: 'buyer',
    response: z.object({
      data: z.array(wireHold),
      meta: z.object({ held: z.int(), cap: z.int() }),
    }),
    errors: [],
  }),
  /** Which of these holds of the team are over without having been bought. */
  lapsed: defineRoute({
    name: 'holds.lapsed',
    method: 'GET',
    path: '/{product}/holds/lapsed',
    auth: 'buyer',
    query: z.object({
      'hold_id[]': z.pipe(
        z.transform((value: unknown) => [value].flat()),
        z.array(holdId).check(z.maxLength(100, 'must be at most 100')),
      ),
    }),
    response: z.object({ data: z.array(holdId) }),
    errors: [],
  }),
}
