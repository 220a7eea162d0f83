export { readImbalances } from './ledger.repo.ts'
export { recordSale } from './record-sale.ts'
export { recordRefund, recordUnplacedRefund } from './record-refund.ts'
export { reverseSale } from './reverse-sale.ts'
