export {
  draftConfirmation,
  draftIssueLetter,
  draftOrderLetter,
  type LetterLine,
} from './draft-order-letter.ts'
export { deliverTickets } from './tickets/deliver-tickets.ts'
export type { Delivery } from './tickets/take-in-delivery.ts'
export { forgetOldAddresses } from './tickets/tickets.repo.ts'
export { mountTickets } from './tickets/tickets.routes.ts'
export { cancelLines } from './refunds/cancel-lines.ts'
export { followRefund } from './refunds/follow-refund.ts'
export { createRefunder } from './refunds/make-refunds.ts'
export { payRefundOtherwise } from './refunds/pay-refund-otherwise.ts'
export { retryRefund } from './refunds/retry-refund.ts'
export { lineTotal, type Order } from './order.ts'
export { forgetAttendees, keepAttendees, readAttendees } from './line-attendees.ts'
export { placeOf, whenAndWhere } from './line-texts.ts'
export { mountOrders } from './orders.routes.ts'
export { presentOrder } from './orders.presenter.ts'
export { countOrders, findOrderByNumber, findOrderOfAttempt } from './orders.repo.ts'
export { placeOrder } from './place-order.ts'
export { undoOrder } from './undo-order.ts'
