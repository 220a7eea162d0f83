import { maxBulkListings } from '@terrace/contracts/inventory-bulk'
import { defineErrors } from '#api/shared/app-error.ts'

export const supplyErrors = defineErrors({
  'supply.listing_not_found': { status: 404, title: 'Listing not found' },
  'supply.listing_changed': {
    status: 409,
    title: 'This listing has changed since. Check it and save again',
  },
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
    title: 'Another listing of the team already offers or has sold some of these seats',
  },
  'supply.quantity_committed': {
    status: 409,
    title: 'The quantity can’t be lower than the number of tickets sold or held',
  },
  'supply.place_committed': {
    status: 409,
    title: 'Tickets of this listing are sold, held or quoted, so they keep their seats',
  },
  'supply.own_hold_too_large': {
    status: 409,
    title: 'Fewer tickets are neither sold nor held by buyers',
  },
  'supply.resale_refused': { status: 422, title: 'These tickets can’t be sold here' },
  'supply.rule_not_found': { status: 404, title: 'There is no such rule or team' },
  'supply.selection_too_large': {
    status: 422,
    title: `selection: must have at most ${maxBulkListings.toLocaleString('en-GB')} listings. Narrow the filter`,
  },
  'supply.bulk_edit_not_found': { status: 404, title: 'Bulk edit not found' },
  'supply.bulk_edit_expired': {
    status: 409,
    title: 'It is too late for this bulk edit. Start a new one',
  },
  'supply.bulk_edit_not_applied': { status: 409, title: 'This bulk edit was not applied' },
  'supply.bulk_edit_undone': { status: 409, title: 'This bulk edit was undone' },
})
