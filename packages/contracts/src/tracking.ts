import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { defineRoute } from './route.ts'

/** Tracking flag in the spelling of spec §4, used on the wire only (product.md §10). */
export const trackingStatus = z.enum(['yes', 'No'], { error: 'must be yes or No' })
export type WireTrackingStatus = z.output<typeof trackingStatus>

/** The client sends the opposite of the current flag (spec §4). */
export const oppositeStatus = (isTracked: boolean): WireTrackingStatus => (isTracked ? 'No' : 'yes')

/* Separate from tracked-listings.ts, because the event page loads only this part. */
export const trackingRoutes = {
  /** Starts or stops tracking a listing (spec §4). Repeating it changes nothing. */
  track: defineRoute({
    name: 'tracking.track',
    method: 'POST',
    path: '/{product}/track-listing',
    auth: 'buyer',
    body: z.strictObject({ list_id: listingId, status: trackingStatus }),
    response: z.object({ data: z.object({ list_id: listingId, tracked: z.boolean() }) }),
    errors: [
      'tracking.listing_not_found',
      'tracking.listing_withdrawn',
      'tracking.event_over',
      'tracking.too_many',
    ],
  }),
}
