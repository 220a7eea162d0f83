import { defineErrors } from '#api/shared/app-error.ts'

export const supplyErrors = defineErrors({
  'supply.listing_not_found': { status: 404, title: 'This listing does not exist' },
  'supply.listing_withdrawn': { status: 409, title: 'This listing is withdrawn: publish it again first' },
  'supply.listing_active': { status: 409, title: 'This listing is published already' },
  'supply.event_not_found': { status: 404, title: 'This event does not exist' },
  'supply.event_closed': {
    status: 409,
    title: 'This event is over, postponed or cancelled: nothing can be sold for it',
  },
  'supply.external_id_taken': { status: 409, title: 'This seller has a listing with this number already' },
  'supply.seats_taken': {
    status: 409,
    title: 'This seller offers some of these seats already, or has sold them',
  },
  'supply.quantity_committed': { status: 409, title: 'More tickets are sold or held than would be left' },
})
