import { defineErrors } from '../../shared/app-error.ts'

export const orderErrors = defineErrors({
  // Another team's order is as unknown as one that never was.
  'order.not_found': { status: 404, title: 'This order does not exist' },
  'order.line_not_found': { status: 404, title: 'This order line does not exist' },
  'order.not_paid_yet': {
    status: 409,
    title: 'This order is still being paid for. Please try again in a moment',
  },
  'order.line_cancelled': { status: 409, title: 'This order line is cancelled' },
  'order.line_fulfilled': { status: 409, title: 'The tickets of this order line are delivered' },
  'order.delivered_in_part': {
    status: 409,
    title: 'Tickets of this are delivered: they cannot go back on sale',
  },
  'order.nothing_to_cancel': { status: 409, title: 'Nothing of this order can be cancelled any more' },
  'order.refund_not_found': { status: 404, title: 'This refund does not exist' },
  'order.refund_not_failed': { status: 409, title: 'This refund has not failed' },
  'order.export_too_large': {
    status: 422,
    title: 'That is more than 20,000 lines. Please choose a shorter time',
  },
  'order.too_many_reports': {
    status: 429,
    title: 'This was reported several times today. We are on it; please call us if it is urgent',
  },
})

export const ticketErrors = defineErrors({
  'ticket.not_found': { status: 404, title: 'This ticket does not exist' },
  'ticket.no_file': { status: 409, title: 'This ticket is not a file' },
  'ticket.file_unavailable': {
    status: 503,
    title: 'This file cannot be fetched at the moment. Please try again soon',
  },
  'ticket.address_over': { status: 410, title: 'This address is no longer valid. Please ask for a new one' },
  'ticket.delivered_already': { status: 409, title: 'This ticket is delivered already' },
})
