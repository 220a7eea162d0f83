import { z } from 'zod/mini'
import { eventList, priceMeta, wireEvent, wireTile } from './catalogue.ts'
import { defineRoute } from './route.ts'

/** A banner chosen by the operator. Its target is loaded with `type: 'banner'`. */
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
  /** The most popular events of each competition. */
  popular_events: z.array(wireEvent),
  /** The featured competition with its teams; `null` while it has no upcoming events. */
  featured: z.nullable(z.object({ category: wireTile, teams: z.array(wireTile) })),
  /** Marketplace totals. */
  market: z.object({ event_count: z.int(), ticket_count: z.int(), seller_count: z.int() }),
})
export type WireHome = z.output<typeof wireHome>

const eventId = z.int({ error: 'must be a number' }).check(z.positive(), z.lte(2_147_483_647))

/** The home page (spec §7). Lists contain upcoming events only, with prices in the caller's currency. */
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
  /** Events on sale that start within 72 hours, soonest first. */
  lastMinute: defineRoute({
    name: 'home.last-minute-events',
    method: 'GET',
    path: '/{product}/last-minute-events',
    auth: 'buyer',
    response: eventList,
    errors: [],
  }),
  /** Events that were first listed most recently. */
  newEvents: defineRoute({
    name: 'home.new-events',
    method: 'GET',
    path: '/{product}/new-events',
    auth: 'buyer',
    response: eventList,
    errors: [],
  }),
  /** Events this account viewed, most recent first. */
  recentlyViewed: defineRoute({
    name: 'home.recent-viewed-events',
    method: 'GET',
    path: '/{product}/recent-viewed-events',
    auth: 'buyer',
    response: eventList,
    errors: [],
  }),
  /** Records a view of an event by this account. */
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
