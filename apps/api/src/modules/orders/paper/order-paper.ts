import type { Order } from '../order.ts'

/** An order as it is put on paper. */
export interface OrderPaper {
  kind: 'invoice' | 'summary'
  brand: string
  teamName: string
  order: Order
  /** Why lines were cancelled, by their ids. */
  cancelledFor: ReadonlyMap<string, string>
}
