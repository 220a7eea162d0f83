import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { z } from 'zod/mini'
import { inventoryStatuses, wireInventoryRow } from './inventory-row.ts'
import { flag, listingId, numericId, oneOrMany } from './listings.ts'
import { pageMeta, pageQuery, sortQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { amountInput, wireMoney } from './wire-money.ts'

/**
 * Columns by which the inventory sorts; cost, proceeds and margin need `money`. Rows with equal values follow in the order of
 * event, section, row and id.
 */
export const inventoryOrders = [
  'event',
  'category',
  'section',
  'row',
  'seats',
  'quantity',
  'sold',
  'held',
  'shown_quantity',
  'split',
  'cost',
  'floor',
  'price',
  'proceeds',
  'margin',
  'face_value',
  'lowest',
  'rank',
  'in_hand_date',
  'delivery',
  'status',
  'external_id',
  'tags',
  'created_at',
  'updated_at',
] as const

const day = z.optional(z.iso.date({ error: 'must be a date such as 2026-12-01' }))
const text = (limit: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(limit, `must be at most ${limit} characters`),
    )

const marketFilters = ['lowest', 'not_lowest', 'alone'] as const

/** Fields of the inventory's filter; price rules select listings by them too. */
export const inventoryFilterFields = {
  /** Every word must occur in the event's title, venue, section, row, external id or a tag. */
  search: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(100, 'must be at most 100 characters'),
      // Every word is compared with every listing.
      z.refine((search) => search.split(/\s+/).length <= 16, 'must have at most 16 words'),
    ),
  ),
  /** Exactly these listings. */
  'listing_id[]': oneOrMany(listingId),
  'event_id[]': oneOrMany(numericId('must be event ids')),
  /** Events with any of these performers. */
  'performer_id[]': oneOrMany(numericId('must be performer ids')),
  /** Events of these competitions, or of competitions below them. */
  'competition_id[]': oneOrMany(numericId('must be competition ids')),
  'section[]': oneOrMany(text(100)),
  'tag[]': oneOrMany(text(40)),
  'ticket_types[]': oneOrMany(z.enum(deliveryTypes, { error: `must be one of ${deliveryTypes.join(', ')}` })),
  'status[]': oneOrMany(
    z.enum(inventoryStatuses, { error: `must be one of ${inventoryStatuses.join(', ')}` }),
  ),
  /** Some tickets are held, or in an unpaid order. */
  has_holds: flag,
  /** Both inclusive. */
  in_hand_from: day,
  in_hand_to: day,
  /** Days of the event, in the venue's time zone. Both inclusive. */
  event_from: day,
  event_to: day,
  /** `upcoming`: events that have not started, by default. */
  events: z._default(
    z.enum(['upcoming', 'past', 'all'], { error: 'must be upcoming, past or all' }),
    'upcoming',
  ),
  /** Of listings that buyers see: the lowest price (or as low), not the lowest, or no comparable listing. */
  market: z.optional(z.enum(marketFilters, { error: `must be one of ${marketFilters.join(', ')}` })),
}

/** The filter of the list, which also selects the listings of a bulk edit. Unknown keys are rejected by name. */
export const inventoryFilter = z.strictObject(inventoryFilterFields)
export type InventoryFilter = z.output<typeof inventoryFilter>

export const inventoryPageSize = 100

/**
 * The list is filtered by `market`, or sorted by `lowest` or `rank`, when the other filters leave at most this many
 * listings. Otherwise the response is 422 and names the field. Rows always have their own market.
 */
export const maxComparedListings = 5000

const listQuery = z.strictObject({
  ...inventoryFilterFields,
  ...sortQuery(inventoryOrders, { by: 'event', direction: 'asc' }),
  /** `event`: events in the order of their start, the listings of each in the order above. */
  group_by: z._default(z.enum(['none', 'event'], { error: 'must be none or event' }), 'none'),
  ...pageQuery(inventoryPageSize),
})
export type InventoryQuery = z.output<typeof listQuery>

/** Sums per currency, of tickets that are not sold. */
const stockValue = z.object({
  currency: z.string(),
  /** Of the tickets whose cost is known. */
  cost: z.optional(wireMoney),
  asking: wireMoney,
  proceeds: z.optional(wireMoney),
  /** Proceeds minus cost, of the tickets whose cost is known. */
  margin: z.optional(wireMoney),
})

const stockTotals = z.object({
  listings: z.int(),
  /** All tickets, including sold ones. */
  tickets: z.int(),
  sold: z.int(),
  held: z.int(),
  /** One entry per currency; none without listings. */
  values: z.array(stockValue),
})

const statusCounts = z.object({
  all: z.int(),
  published: z.int(),
  unpublished: z.int(),
  sold_out: z.int(),
  with_holds: z.int(),
})

const inventoryEvent = z.object(wireInventoryRow.shape.event.shape)

const choice = { listings: z.int() }

/** The inventory of the caller's team: every listing, withdrawn and sold-out ones included. */
export const inventoryRoutes = {
  list: defineRoute({
    name: 'inventory.list',
    method: 'GET',
    path: '/{product}/inventory',
    auth: 'seller',
    permission: 'view',
    query: listQuery,
    response: z.object({
      data: z.array(wireInventoryRow),
      meta: z.object({
        ...pageMeta.shape,
        /** What buyers pay on top of the price. */
        service_fee_percent: z.string(),
        /** What is deducted from the seller's price. */
        seller_fee_percent: z.optional(z.string()),
      }),
    }),
    errors: [],
  }),
  one: defineRoute({
    name: 'inventory.one',
    method: 'GET',
    path: '/{product}/inventory/listings/:listing_id',
    auth: 'seller',
    permission: 'view',
    params: z.object({ listing_id: listingId }),
    response: z.object({ data: wireInventoryRow }),
    errors: ['supply.listing_not_found'],
  }),
  /**
   * The rank that the listing would have at a price, as `market` of a row says for its own. With it, what sold in its section
   * (category for general admission): from five sales of three sellers on, a day late, and changed only by as many.
   */
  market: defineRoute({
    name: 'inventory.market',
    method: 'GET',
    path: '/{product}/inventory/listings/:listing_id/market',
    auth: 'seller',
    permission: 'view',
    params: z.object({ listing_id: listingId }),
    query: z.strictObject({
      price: z.pipe(amountInput, z.string().check(z.maxLength(15, 'must be below a trillion'))),
    }),
    response: z.object({
      data: z.object({
        lowest: z.nullable(wireMoney),
        /** `null` while nothing of it is on sale, because the event is not, or everything is sold. */
        rank: z.nullable(z.int()),
        count: z.int(),
        past_sales: z.nullable(z.object({ median: wireMoney, sales: z.int() })),
      }),
    }),
    errors: ['supply.listing_not_found'],
  }),
  /**
   * Totals of the filtered listings, and of each event in the order of `group_by=event`: with the counts, the browser
   * knows at which position of the list each event starts. Ask once per filter, not once per page.
   */
  summary: defineRoute({
    name: 'inventory.summary',
    method: 'GET',
    path: '/{product}/inventory/summary',
    auth: 'seller',
    permission: 'view',
    query: inventoryFilter,
    response: z.object({
      data: z.object({
        totals: stockTotals,
        /** Of the filtered listings, without regard to `status[]` and `has_holds`. */
        counts: statusCounts,
        events: z.array(
          z.object({
            event: inventoryEvent,
            ...stockTotals.shape,
            /** Listings that buyers see now. */
            offered: z.int(),
            /**
             * Those of them whose price is as low as any comparable one: "Lowest in 54 of 138". `null` when the filter has
             * more than {@link maxComparedListings} listings.
             */
            lowest: z.nullable(z.int()),
          }),
        ),
      }),
    }),
    errors: [],
  }),
  /** What the filters can choose from, over all listings of upcoming events. */
  choices: defineRoute({
    name: 'inventory.choices',
    method: 'GET',
    path: '/{product}/inventory/choices',
    auth: 'seller',
    permission: 'view',
    query: z.strictObject({ 'event_id[]': oneOrMany(numericId('must be event ids')) }),
    response: z.object({
      data: z.object({
        /** In the order of their start. Not restricted by `event_id[]`; the lists below are. */
        events: z.array(z.object({ ...inventoryEvent.shape, ...choice })),
        competitions: z.array(z.object({ id: z.int(), name: z.string(), ...choice })),
        performers: z.array(z.object({ id: z.int(), name: z.string(), ...choice })),
        sections: z.array(z.object({ name: z.string(), ...choice })),
        tags: z.array(z.object({ name: z.string(), ...choice })),
      }),
    }),
    errors: [],
  }),
}
