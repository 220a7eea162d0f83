import { z } from 'zod/mini'
import { eventList, priceMeta, wireEvent, wireTile } from './catalogue.ts'
import { defineRoute } from './route.ts'

/** What the operator points at on home; what it leads to comes from the content call with `type: 'banner'`. */
export const wireBanner = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  /** `category`, `performer`, `venue` or `event`. */
  type: z.string(),
  type_id: z.int(),
  link: z.string(),
  slug: z.string(),
})
export type WireBanner = z.output<typeof wireBanner>

export const wireHome = z.object({
  banners: z.array(wireBanner),
  /** The most wanted of each competition. */
  popular_events: z.array(wireEvent),
  /** The competition whose teams stand on home; null while it has no event to come. */
  featured: z.nullable(z.object({ category: wireTile, teams: z.array(wireTile) })),
  /** How much is on sale in all. */
  market: z.object({ event_count: z.int(), ticket_count: z.int(), seller_count: z.int() }),
})
export type WireHome = z.output<typeof wireHome>

const eventId = z.int({ error: 'must be a number' }).check(z.positive(), z.lte(2_147_483_647))

/** The home page (spec §7). Every list holds what is still to come, prices in the caller's currency. */
export const homeRoutes = {
  home: defineRoute({
    name: 'home.home',
    method: 'POST',
    path: '/{product}/get-{product}-home',
    auth: 'buyer',
    body: z.optional(z.looseObject({})),
    response: z.object({ data: wireHome, meta: priceMeta }),
    errors: [],
  }),
  /** On sale and less than 72 hours away, the soonest first. */
  lastMinute: defineRoute({
    name: 'home.last-minute-events',
    method: 'GET',
    path: '/{product}/last-minute-events',
    auth: 'buyer',
    response: eventList,
    errors: [],
  }),
  /** Those whose first tickets came last. */
  newEvents: defineRoute({
    name: 'home.new-events',
    method: 'GET',
    path: '/{product}/new-events',
    auth: 'buyer',
    response: eventList,
    errors: [],
  }),
  /** What this account has looked at, the last first. */
  recentlyViewed: defineRoute({
    name: 'home.recent-viewed-events',
    method: 'GET',
    path: '/{product}/recent-viewed-events',
    auth: 'buyer',
    response: eventList,
    errors: [],
  }),
  /** This account looks at an event. */
  recordView: defineRoute({
    name: 'home.record-view',
    method: 'POST',
    path: '/{product}/recent-viewed-events',
    auth: 'buyer',
    body: z.strictObject({ event_id: eventId }),
    response: z.object({ data: z.object({ event_id: z.int() }) }),
    errors: ['event.not_found'],
  }),
}
