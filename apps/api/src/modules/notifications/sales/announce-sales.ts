import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import { findEmailedSales } from './sale-recipients.repo.ts'

/**
 * Writes one event for each member of a selling team that gets an email about an order, so that a failed email is retried
 * without sending the others again.
 */
export function createSaleSubscriber(): DurableSubscriber {
  return {
    name: 'notifications.sales',
    topics: ['order.placed'],
    async handle(tx, rows) {
      const orderIds = rows.flatMap(({ payload: { orderId } }) =>
        typeof orderId === 'string' ? [orderId] : [],
      )
      const sales = await findEmailedSales(tx, orderIds)
      if (sales.length === 0) return
      // The orders of a batch may belong to several traces.
      const traces = new Map(rows.map(({ payload, traceparent }) => [payload['orderId'], traceparent]))
      await recordEvents(
        tx,
        sales.map((sale) => ({
          topic: 'order.sold' as const,
          subject: sale.orderId,
          payload: { ...sale },
          traceparent: traces.get(sale.orderId),
        })),
      )
    },
  }
}
