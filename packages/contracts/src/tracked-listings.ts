import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/** What a tracked listing and an alert show of the event; times are the venue's wall clock. */
const trackedEvent = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  event_date_local: z.string(),
  date_confirmed: z.boolean(),
  time_confirmed: z.boolean(),
  venue_name: z.string(),
  city: z.string(),
})

/** A listing that the caller tracks (product.md §7). Money is per ticket, in the listing's own currency. */
export const wireTrackedListing = z.object({
  listing_id: listingId,
  event: trackedEvent,
  category: z.object({ id: z.int(), name: z.string() }),
  section: z.string(),
  row: z.string(),
  general_admission: z.boolean(),
  tracked_at: z.iso.datetime(),
  price_then: wireMoney,
  /** Null while it cannot be bought at all. */
  price_now: z.nullable(wireMoney),
  available: z.int().check(z.nonnegative()),
  /** `back`: it can be bought, and could not at some time since it is tracked. */
  state: z.enum(['listed', 'gone', 'back']),
  /** Why it is gone; null while it is not. */
  gone: z.nullable(z.enum(['sold_out', 'withdrawn', 'event_over', 'event_postponed', 'event_cancelled'])),
  /** From the moment of tracking on, the oldest first; without a price from when it was gone. The latest 60. */
  history: z.array(z.object({ at: z.iso.datetime(), price: z.nullable(wireMoney) })),
})
export type WireTrackedListing = z.output<typeof wireTrackedListing>

const mostTickets = 50
const aNumberOfTickets = `must be a whole number of tickets from 1 to ${mostTickets}`

/** Of what one is told, and how: on the page and by mail. `at_most` is the number of tickets that counts as few. */
export const trackingSettings = z.strictObject({
  price_drop: z.strictObject({ live: z.boolean(), mail: z.boolean() }),
  low_stock: z.strictObject({
    live: z.boolean(),
    mail: z.boolean(),
    at_most: z
      .int({ error: aNumberOfTickets })
      .check(z.gte(1, aNumberOfTickets), z.lte(mostTickets, aNumberOfTickets)),
  }),
})
export type WireTrackingSettings = z.output<typeof trackingSettings>

/** What somebody who tracks a listing is told: that it got cheaper, or that few of its tickets are left. */
export const wireTrackingAlert = z.object({
  id: z.string(),
  kind: z.enum(['price_drop', 'low_stock']),
  at: z.iso.datetime(),
  listing_id: listingId,
  event: trackedEvent,
  section: z.string(),
  row: z.string(),
  /** When it was tracked; what it was known to cost before; what it costs now. */
  price_then: wireMoney,
  price_before: wireMoney,
  price_now: wireMoney,
  available: z.int(),
})
export type WireTrackingAlert = z.output<typeof wireTrackingAlert>

export const trackedRoutes = {
  /** What the caller tracks, the last tracked first. */
  list: defineRoute({
    name: 'tracking.list',
    method: 'GET',
    path: '/{product}/tracked-listings',
    auth: 'buyer',
    query: z.strictObject(pageQuery(50)),
    response: z.object({ data: z.array(wireTrackedListing), meta: pageMeta }),
    errors: [],
  }),
  settings: defineRoute({
    name: 'tracking.settings',
    method: 'GET',
    path: '/{product}/tracking-settings',
    auth: 'buyer',
    response: z.object({ data: trackingSettings }),
    errors: [],
  }),
  changeSettings: defineRoute({
    name: 'tracking.change-settings',
    method: 'POST',
    path: '/{product}/tracking-settings',
    auth: 'buyer',
    body: trackingSettings,
    response: z.object({ data: trackingSettings }),
    errors: [],
  }),
  /** What the caller was to be told on the page after the given moment, the oldest first; at most a day back. */
  alerts: defineRoute({
    name: 'tracking.alerts',
    method: 'GET',
    path: '/{product}/tracking-alerts',
    auth: 'buyer',
    query: z.strictObject({
      since: z.iso.datetime({ error: 'must be a moment such as 2026-12-01T09:30:00Z' }),
    }),
    response: z.object({ data: z.array(wireTrackingAlert) }),
    errors: [],
  }),
}
