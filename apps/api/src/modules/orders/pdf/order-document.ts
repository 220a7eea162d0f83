import type { Order } from '../order.ts'

export interface OrderDocument {
  kind: 'invoice' | 'summary'
  brand: string
  teamName: string
  order: Order
  /** Cancellation reasons by line id. */
  cancellationReasons: ReadonlyMap<string, string>
}
