import type { Invoice } from '../invoices/invoice.ts'
import type { Order } from '../order.ts'

export interface OrderDocument {
  kind: 'invoice' | 'summary'
  /** Of an invoice only. */
  invoice?: Invoice
  brand: string
  teamName: string
  order: Order
  /** Cancellation reasons by line id. */
  cancellationReasons: ReadonlyMap<string, string>
}
