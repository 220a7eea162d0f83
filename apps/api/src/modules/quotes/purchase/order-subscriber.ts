import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import { announceQuoteChange } from '../manage/announce-quote-change.ts'
import { findQuotesOfOrders } from './quote-orders.repo.ts'

/** Announces changed quotes: tickets of a cancelled order line no longer count as bought from the quote. */
export function createOrderSubscriber(): DurableSubscriber {
  return {
    name: 'quotes.apply_order_changes',
    topics: ['order.line_cancelled'],
    async handle(tx, rows) {
      const orderIds = [...new Set(rows.map(({ subject }) => subject))]
      for (const quote of await findQuotesOfOrders(tx, orderIds)) await announceQuoteChange(tx, quote)
    },
  }
}
