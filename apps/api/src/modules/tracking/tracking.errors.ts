import { defineErrors } from '#api/shared/app-error.ts'

export const trackingErrors = defineErrors({
  'tracking.listing_not_found': { status: 404, title: 'Listing not found' },
  'tracking.listing_withdrawn': { status: 409, title: 'The seller withdrew these tickets' },
  'tracking.event_over': {
    status: 409,
    title: 'This event has started or was cancelled',
  },
  'tracking.too_many': {
    status: 409,
    title: 'You’ve reached the limit of tracked listings. Stop tracking one first',
  },
})
