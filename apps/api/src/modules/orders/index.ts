export {
  isOrderCancelled,
  readIssueEmailDetails,
  readOrderEmailDetails,
  type OrderEmailLineDetails,
} from './read-order-email-details.ts'
export { readSaleEmailDetails } from './read-sale-email-details.ts'
export { deliverTickets } from './tickets/deliver-tickets.ts'
export type { Delivery } from './tickets/validate-and-store-delivery.ts'
export { purgeExpiredDownloadLinks } from './tickets/tickets.repo.ts'
export { mountTickets } from './tickets/tickets.routes.ts'
export { cancelLines } from './refunds/cancel-lines.ts'
export { syncRefund } from './refunds/sync-refund.ts'
export { createRefundProcessor } from './refunds/process-refunds.ts'
export { recordManualRefund } from './refunds/record-manual-refund.ts'
export { retryRefund } from './refunds/retry-refund.ts'
export { lineTotal, seatsOf, type Order } from './order.ts'
export { encryptLineAttendees, saveAttendees, readAttendees } from './line-attendees.ts'
export { chosenClient, type ChosenClient } from './details/chosen-client.ts'
export { nextStep, seatLabel, whenAndWhere } from './line-texts.ts'
export { orderErrors } from './orders.errors.ts'
export { readLineChanges, readUpcomingOrders } from './upcoming-orders.repo.ts'
export { countOrdersOfClient, readOrdersOfClient } from './list/order-list.repo.ts'
export { readLateLines, type LateLine } from './late/late-lines.ts'
export {
  linkOrdersNamed,
  readOrderClients,
  readOrderNumbers,
  type OrderClient,
} from './order-clients.repo.ts'
export { mountOrders } from './orders.routes.ts'
export { presentOrder } from './orders.presenter.ts'
export { createOrderPdf } from './pdf/create-order-pdf.ts'
export {
  countOrders,
  findOrder,
  findOrderByNumber,
  findOrderOfAttempt,
  findOrdersById,
} from './orders.repo.ts'
export { composeOrder, placeOrder } from './place-order.ts'
export { toOrderRow, type NewOrder } from './order-row.ts'
export { toSellableListings, type ListingSnapshotRow, type SellableListing } from './prepare-order.repo.ts'
export { reverseOrder } from './reverse-order.ts'
