import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

/** Event details of a tracked listing or an alert. Times are the venue's local time. */
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

/**
 * A listing the caller tracks (product.md §7). Prices are per ticket, in the listing's currency; all-in prices include
 * the service fee.
 */
export const wireTrackedListing = z.object({
  listing_id: listingId,
  event: trackedEvent,
  category: z.object({ id: z.int(), name: z.string() }),
  section: z.string(),
  row: z.string(),
  general_admission: z.boolean(),
  tracked_at: z.iso.datetime(),
  price_when_tracked: wireMoney,
  all_in_price_when_tracked: wireMoney,
  /** `null` while it cannot be bought. */
  current_price: z.nullable(wireMoney),
  current_all_in_price: z.nullable(wireMoney),
  available: z.int().check(z.nonnegative()),
  /** `back`: available again after being unavailable while tracked. */
  state: z.enum(['listed', 'unavailable', 'back']),
  /** Why it is unavailable; otherwise `null`. */
  unavailable: z.nullable(
    z.enum(['sold_out', 'withdrawn', 'event_over', 'event_postponed', 'event_cancelled']),
  ),
  /**
   * Price history since tracking started, oldest first, limited to the latest 60. The prices are `null` while
   * unavailable.
   */
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      price: z.nullable(wireMoney),
      all_in_price: z.nullable(wireMoney),
    }),
  ),
})
export type WireTrackedListing = z.output<typeof wireTrackedListing>

const maxAlertTickets = 50
const ticketCountError = `must be a whole number of tickets from 1 to ${maxAlertTickets}`

/** Which alerts to send, and where: in the page and by email. `max_tickets` is the low-stock threshold. */
export const trackingSettings = z.strictObject({
  price_drop: z.strictObject({ live: z.boolean(), mail: z.boolean() }),
  low_stock: z.strictObject({
    live: z.boolean(),
    mail: z.boolean(),
    max_tickets: z
      .int({ error: ticketCountError })
      .check(z.gte(1, ticketCountError), z.lte(maxAlertTickets, ticketCountError)),
  }),
})
export type WireTrackingSettings = z.output<typeof trackingSettings>

/** An alert for a tracked listing: a price drop or low stock. */
export const wireTrackingAlert = z.object({
  id: z.string(),
  kind: z.enum(['price_drop', 'low_stock']),
  at: z.iso.datetime(),
  listing_id: listingId,
  event: trackedEvent,
  section: z.string(),
  row: z.string(),
  /** Prices when tracking started, before the change, and now. */
  price_when_tracked: wireMoney,
  price_before: wireMoney,
  current_price: wireMoney,
  all_in_price_when_tracked: wireMoney,
  all_in_price_before: wireMoney,
  current_all_in_price: wireMoney,
  available: z.int(),
})
export type WireTrackingAlert = z.output<typeof wireTrackingAlert>

export const trackedListingsRoutes = {
  /** The caller's tracked listings, most recently tracked first. */
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
  /** In-page alerts after `since`, oldest first; at most one day back. */
  alerts: defineRoute({
    name: 'tracking.alerts',
    method: 'GET',
    path: '/{product}/tracking-alerts',
    auth: 'buyer',
    query: z.strictObject({
      since: z.iso.datetime({ error: 'must be a timestamp such as 2026-12-01T09:30:00Z' }),
    }),
    response: z.object({ data: z.array(wireTrackingAlert) }),
    errors: [],
  }),
}
