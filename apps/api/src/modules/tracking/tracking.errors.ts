import { defineErrors } from '#api/shared/app-error.ts'

export const trackingErrors = defineErrors({
  'tracking.listing_not_found': { status: 404, title: 'This listing does not exist' },
  'tracking.listing_withdrawn': { status: 409, title: 'The seller has withdrawn these tickets' },
  'tracking.event_over': {
    status: 409,
    title: 'This event is over or cancelled: there is nothing left to track',
  },
  'tracking.too_many': { status: 409, title: 'You track too many listings: stop tracking one of them first' },
})
