import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/** An event on the wire (product.md §9, §12). Times are the venue's wall clock, never the browser's. */
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
      role: z.enum(['home', 'away', 'performer', 'driver']),
    }),
  ),
  min_price: z.nullable(wireMoney),
  ticket_count: z.int().check(z.nonnegative()),
})
export type WireEvent = z.output<typeof wireEvent>

/**
 * In which currency the prices are: the caller's own, converted where the seller has another. `rate_date` is the day of
 * the oldest rate that was used, absent where none was; a stale one is older than six days (product.md §3).
 */
export const priceMeta = z.object({
  currency: z.string(),
  rate_date: z.optional(z.string()),
  rate_stale: z.boolean(),
})
export type PriceMeta = z.output<typeof priceMeta>

/** What `hot-events` and its kind answer. */
export const eventList = z.object({ data: z.array(wireEvent), meta: z.optional(priceMeta) })

const point = z.tuple([z.number(), z.number()])

/**
 * A venue's seating plan: blocks as polygons in a `width` × `height` box (product.md §2). `surface` is null where nobody
 * knows what the seats look at, and a sketch where the plan came without it; `other_names` are those by which sellers call
 * a block beside the usual forms of its name.
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
 * An entry of the menu (spec §3). `id` is its number in this menu, `type_id` that of the thing it leads to;
 * `hasThreeLevelSubMenu` says that its nesting, itself included, goes beyond three levels.
 */
export const wireMenuOption = z.object({
  id: z.int(),
  parent_id: z.nullable(z.int()),
  /** `category`, `performer` or `event`; the browser makes the address from it, so another one is no error. */
  type: z.string(),
  title: z.string(),
  type_id: z.int(),
  link: z.string(),
  slug: z.string(),
  hasThreeLevelSubMenu: z.boolean(),
  get sub_menu() {
    return z.array(wireMenuOption)
  },
})
export type WireMenuOption = z.output<typeof wireMenuOption>

export const menuResponse = z.object({ data: z.object({ '{product}_menu': z.array(wireMenuOption) }) })

const contentType = z.enum(['category', 'performer', 'venue'])

/** A category or team on another page: how much of it is to come, and from how much. */
export const wireTile = z.object({
  type: contentType,
  type_id: z.int(),
  title: z.string(),
  slug: z.string(),
  event_count: z.int().check(z.nonnegative()),
  ticket_count: z.int().check(z.nonnegative()),
  min_price: z.nullable(wireMoney),
})
export type WireTile = z.output<typeof wireTile>

/**
 * A category, performer, venue or banner with a page of its events. Counts, months and lowest price are of all its events
 * to come, whatever page and month are shown.
 */
export const wireContent = z.object({
  type: z.enum([...contentType.options, 'banner']),
  type_id: z.int(),
  title: z.string(),
  slug: z.string(),
  /** Categories around it, the widest first. */
  trail: z.array(z.object({ type: contentType, type_id: z.int(), title: z.string(), slug: z.string() })),
  /** Where it is; of venues only. */
  place: z.optional(z.object({ city: z.string(), country_code: z.string(), capacity: z.int() })),
  event_count: z.int().check(z.nonnegative()),
  ticket_count: z.int().check(z.nonnegative()),
  min_price: z.nullable(wireMoney),
  /** Those that have events, by the venues' calendars. */
  months: z.array(
    z.object({
      month: z.string().check(z.regex(/^\d{4}-\d\d$/)),
      event_count: z.int().check(z.positive()),
      ticket_count: z.int().check(z.nonnegative()),
    }),
  ),
  /** Competitions of a sport, or those in which a performer appears. */
  categories: z.array(wireTile),
  /** Teams and artists of a competition, or those at home in a venue. */
  teams: z.array(wireTile),
  events: z.array(wireEvent),
})
export type WireContent = z.output<typeof wireContent>

export const catalogueRoutes = {
  /** Header menu: sport or genre, competition, team or artist; only what has events to come. */
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
   * The events to come of a category with all below it, of a performer, at a venue, or of what a banner leads to, the
   * soonest first. `type_id` names it; without one `slug` does, for which an old slug or the slugified name is as good:
   * the answer has the slug of now. A 404 has `errors.suggestions`, things of a similar name.
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
          error: 'is required where there is no slug',
        }),
      ),
    response: z.object({ data: wireContent, meta: z.extend(pageMeta, priceMeta.shape) }),
    errors: ['content.not_found'],
  }),
  /** What is viewed, held and sold most of late. */
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
   * Lowest price and tickets left of some events, in no order: the search index has neither (product.md §12). What does
   * not exist is left out.
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
        z.extend(z.pick(wireEvent, { min_price: true, ticket_count: true }), { event_id: z.int() }),
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
