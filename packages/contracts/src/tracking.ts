import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { defineRoute } from './route.ts'

/** Whether a listing is tracked, as spec §4 spells it on the wire, and only there (product.md §10). */
export const trackingStatus = z.enum(['yes', 'No'], { error: 'must be yes or No' })
export type WireTrackingStatus = z.output<typeof trackingStatus>

/** Spec §4: the opposite of the present flag is sent. */
export const oppositeStatus = (isTracked: boolean): WireTrackingStatus => (isTracked ? 'No' : 'yes')

/* Alone in its file, since the event page carries it; tracked-listings.ts has the rest. */
export const trackingRoutes = {
  /** Tracks a listing or stops it; what is so already stays so (spec §4). */
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
