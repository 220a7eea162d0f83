import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/** Background and second colour. */
export const wireColours = z.tuple([
  z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
])

/** Picture of an event or page: a pattern in two colours, which the name decides where they are `null`. */
const wireArt = z.object({
  pattern: z.enum(['pitch', 'track', 'court', 'stage', 'ice', 'field']),
  colours: z.nullable(wireColours),
})
export type WireArt = z.output<typeof wireArt>

/** The lowest ticket price, before and with the service fee; `null` without stock or rate. */
const lowestPrices = { min_price: z.nullable(wireMoney), min_all_in_price: z.nullable(wireMoney) }

/** An event (product.md §9, §12.2). Times are the venue's local time, never the browser's. */
export const wireEvent = z.object({
  id: z.int(),
  title: z.string(),
  type: z.literal('event'),
  slug: z.string(),
  event_date_local: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)),
  date_confirmed: z.boolean(),
  time_confirmed: z.boolean(),
  timezone: z.string(),
  status: z.enum(['scheduled', 'postponed', 'rescheduled', 'cancelled']),
  venue: z.object({ id: z.int(), name: z.string(), city: z.string(), country_code: z.string() }),
  category: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  performers: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      slug: z.string(),
      role: z.enum(['home', 'away', 'performer', 'driver', 'constructor']),
    }),
  ),
  ...lowestPrices,
  ticket_count: z.int().check(z.nonnegative()),
  art: wireArt,
})
export type WireEvent = z.output<typeof wireEvent>

/**
 * Currency of the prices: the caller's, converted where the seller uses another. `rate_date` is the oldest rate used,
 * absent when nothing was converted; rates older than six days are stale (product.md §3).
 */
export const priceMeta = z.object({
  currency: z.string(),
  rate_date: z.optional(z.string()),
  rate_stale: z.boolean(),
})
export type PriceMeta = z.output<typeof priceMeta>

/** Response of `hot-events` and the other event lists. */
export const eventList = z.object({ data: z.array(wireEvent), meta: z.optional(priceMeta) })

const point = z.tuple([z.number(), z.number()])

/**
 * A venue's seating plan: blocks as polygons in a `width` × `height` box (product.md §2). `surface` is `null` when
 * unknown. `other_names` are the venue's extra names for a block.
 */
export const wireSeatingPlan = z.object({
  venue_id: z.int(),
  schematic: z.boolean(),
  width: z.number(),
  height: z.number(),
  surface: z.nullable(z.object({ kind: z.string(), shape: z.array(point), is_sketch: z.boolean() })),
  blocks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      level: z.string(),
      category_id: z.int(),
      polygon: z.array(point),
      label_at: point,
      other_names: z.array(z.string()),
    }),
  ),
  categories: z.array(z.object({ id: z.int(), name: z.string(), level: z.string(), rank: z.int() })),
})
export type WireSeatingPlan = z.output<typeof wireSeatingPlan>

/**
 * A menu entry (spec §3). `id` is unique within the menu; `type_id` identifies the target. `hasThreeLevelSubMenu`:
 * nesting, including this entry, exceeds three levels.
 */
export const wireMenuOption = z.object({
  id: z.int(),
  parent_id: z.nullable(z.int()),
  /** `category`, `performer` or `event`. The browser builds the URL from it and tolerates other values. */
  type: z.string(),
  title: z.string(),
  type_id: z.int(),
  link: z.string(),
  slug: z.string(),
  hasThreeLevelSubMenu: z.boolean(),
  /** Of a performer. */
  colours: z.optional(wireColours),
  get sub_menu() {
    return z.array(wireMenuOption)
  },
})
export type WireMenuOption = z.output<typeof wireMenuOption>

export const menuResponse = z.object({ data: z.object({ '{product}_menu': z.array(wireMenuOption) }) })

const contentType = z.enum(['category', 'performer', 'venue'])

/** A category, performer or venue with its upcoming event count and lowest price. */
export const wireTile = z.object({
  type: contentType,
  type_id: z.int(),
  title: z.string(),
  slug: z.string(),
  colours: z.nullable(wireColours),
  event_count: z.int().check(z.nonnegative()),
  ticket_count: z.int().check(z.nonnegative()),
  ...lowestPrices,
})
export type WireTile = z.output<typeof wireTile>

/**
 * A category, performer, venue or banner with one page of its events. Counts, months and the lowest price cover all
 * upcoming events, regardless of page and month.
 */
export const wireContent = z.object({
  type: z.enum([...contentType.options, 'banner']),
  type_id: z.int(),
  title: z.string(),
  slug: z.string(),
  art: wireArt,
  /** Parent categories, widest first. */
  breadcrumbs: z.array(
    z.object({ type: contentType, type_id: z.int(), title: z.string(), slug: z.string() }),
  ),
  /** Location; venues only. */
  place: z.optional(z.object({ city: z.string(), country_code: z.string(), capacity: z.int() })),
  event_count: z.int().check(z.nonnegative()),
  ticket_count: z.int().check(z.nonnegative()),
  ...lowestPrices,
  /** Months with events, in the venues' local time. */
  months: z.array(
    z.object({
      month: z.string().check(z.regex(/^\d{4}-\d\d$/)),
      event_count: z.int().check(z.positive()),
      ticket_count: z.int().check(z.nonnegative()),
    }),
  ),
  /** Competitions of a sport, or those a performer appears in. */
  categories: z.array(wireTile),
  /** Teams and artists of a competition, or those based at a venue. */
  teams: z.array(wireTile),
  events: z.array(wireEvent),
})
export type WireContent = z.output<typeof wireContent>

export const catalogueRoutes = {
  /** Header menu: sport or genre, then competition, then team or artist. Only entries with upcoming events. */
  menu: defineRoute({
    name: 'catalogue.menu',
    method: 'POST',
    path: '/{product}/get-{product}-menu',
    auth: 'buyer',
    body: z.optional(z.looseObject({})),
    response: menuResponse,
    errors: [],
    productKeys: ['{product}_menu'],
  }),
  /**
   * Upcoming events of a category and its descendants, a performer, a venue or a banner's target, soonest first.
   * Without `type_id`, `slug` selects the target; old slugs work and the response has the current one. A 404 lists
   * similar names in `errors.suggestions`.
   */
  content: defineRoute({
    name: 'catalogue.content',
    method: 'POST',
    path: '/{product}/{product}-get-content',
    auth: 'buyer',
    body: z
      .strictObject({
        type: z._default(wireContent.shape.type, 'category'),
        type_id: z.optional(z.int().check(z.positive(), z.lte(2_147_483_647))),
        slug: z.optional(
          z
            .string()
            .check(
              z.trim(),
              z.minLength(1, 'is required'),
              z.maxLength(300, 'must be at most 300 characters'),
            ),
        ),
        month: z.optional(
          z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-12')),
        ),
        ...pageQuery(50),
      })
      .check(
        z.refine(({ type_id, slug }) => type_id !== undefined || slug !== undefined, {
          path: ['type_id'],
          error: 'is required without a slug',
        }),
      ),
    response: z.object({ data: wireContent, meta: z.extend(pageMeta, priceMeta.shape) }),
    errors: ['content.not_found'],
  }),
  /** Events with the most recent views, holds and sales. */
  hotEvents: defineRoute({
    name: 'catalogue.hot-events',
    method: 'POST',
    path: '/{product}/hot-events',
    auth: 'buyer',
    body: z.optional(z.looseObject({})),
    response: eventList,
    errors: [],
  }),
  /**
   * Lowest price and remaining tickets per event, unordered. The search index stores neither (product.md §12.4).
   * Unknown ids are omitted.
   */
  eventPrices: defineRoute({
    name: 'catalogue.event-prices',
    method: 'POST',
    path: '/{product}/event-prices',
    auth: 'buyer',
    body: z.strictObject({
      event_ids: z
        .array(z.int('must be whole numbers').check(z.positive(), z.lte(2_147_483_647)))
        .check(z.minLength(1, 'is required'), z.maxLength(100, 'must be at most 100')),
    }),
    response: z.object({
      data: z.array(
        z.extend(z.pick(wireEvent, { min_price: true, min_all_in_price: true, ticket_count: true }), {
          event_id: z.int(),
        }),
      ),
      meta: priceMeta,
    }),
    errors: [],
  }),
  event: defineRoute({
    name: 'catalogue.event',
    method: 'GET',
    path: '/{product}/events/:event_id',
    auth: 'buyer',
    params: z.object({
      event_id: z.coerce
        .number({ error: 'must be a number' })
        .check(z.int(), z.positive(), z.lte(2_147_483_647)),
    }),
    response: z.object({ data: wireEvent, meta: z.optional(priceMeta) }),
    errors: ['event.not_found'],
  }),
  seatingPlan: defineRoute({
    name: 'catalogue.seating-plan',
    method: 'GET',
    path: '/{product}/venues/:venue_id/seating-plan',
    auth: 'buyer',
    params: z.object({
      venue_id: z.coerce
        .number({ error: 'must be a number' })
        .check(z.int(), z.positive(), z.lte(2_147_483_647)),
    }),
    response: z.object({ data: wireSeatingPlan }),
    errors: ['venue.not_found'],
  }),
}
