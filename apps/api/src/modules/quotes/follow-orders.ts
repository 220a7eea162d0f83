import type { DurableSubscriber } from '../../outbox/tail-outbox.ts'
import { tellOfChange } from './order-quote.ts'
import { findQuotesOfOrders } from './quote-orders.repo.ts'

/** What is cancelled of an order is bought no more: whoever shows the quote that it came of is to read it again. */
export function createOrderFollower(): DurableSubscriber {
  return {
    name: 'quotes.follow_orders',
    topics: ['order.line_cancelled'],
    async handle(tx, rows) {
      const orderIds = [...new Set(rows.map(({ subject }) => subject))]
      for (const quote of await findQuotesOfOrders(tx, orderIds)) await tellOfChange(tx, quote)
    },
  }
}
