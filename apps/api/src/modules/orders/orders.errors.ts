import { defineErrors } from '#api/shared/app-error.ts'

export const orderErrors = defineErrors({
  // Another team's order gets the same error, so ids can't be probed.
  'order.not_found': { status: 404, title: 'Order not found' },
  'order.line_not_found': { status: 404, title: 'Order line not found' },
  'order.not_paid_yet': {
    status: 409,
    title: 'This order’s payment is still processing. Try again shortly',
  },
  'order.line_already_cancelled': { status: 409, title: 'This order line is cancelled' },
  'order.line_already_delivered': {
    status: 409,
    title: 'The tickets for this order line have already been delivered',
  },
  'order.delivered_not_relistable': {
    status: 409,
    title: 'Delivered tickets can’t be relisted',
  },
  'order.nothing_to_cancel': { status: 409, title: 'This order can no longer be cancelled' },
  'order.refund_not_found': { status: 404, title: 'Refund not found' },
  'order.refund_not_failed': { status: 409, title: 'This refund hasn’t failed' },
  'order.export_too_large': {
    status: 422,
    title: 'An export has at most 20,000 lines. Choose a shorter period',
  },
  'order.too_many_reports': {
    status: 429,
    title: 'Already reported. We’re on it; call us if it’s urgent',
  },
})

export const ticketErrors = defineErrors({
  'ticket.not_found': { status: 404, title: 'Ticket not found' },
  'ticket.no_file': { status: 409, title: 'This ticket has no file' },
  'ticket.no_mobile_link': { status: 409, title: 'This ticket has no link' },
  'ticket.file_unavailable': {
    status: 503,
    title: 'This file is unavailable. Try again shortly',
  },
  'ticket.download_link_expired': { status: 410, title: 'This download link has expired. Request a new one' },
  'ticket.already_delivered': { status: 409, title: 'This ticket has already been delivered' },
})
