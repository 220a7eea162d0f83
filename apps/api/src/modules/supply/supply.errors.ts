import { defineErrors } from '#api/shared/app-error.ts'

export const supplyErrors = defineErrors({
  'supply.listing_not_found': { status: 404, title: 'Listing not found' },
  'supply.listing_withdrawn': { status: 409, title: 'This listing is withdrawn. Relist it first' },
  'supply.listing_active': { status: 409, title: 'This listing is already published' },
  'supply.event_not_found': { status: 404, title: 'Event not found' },
  'supply.event_closed': {
    status: 409,
    title: 'This event has started, or was postponed or cancelled',
  },
  'supply.external_id_taken': { status: 409, title: 'This seller already has a listing with this number' },
  'supply.seats_taken': {
    status: 409,
    title: 'This seller already offers or has sold some of these seats',
  },
  'supply.quantity_committed': {
    status: 409,
    title: 'The quantity can’t be lower than the number of tickets sold or held',
  },
})
