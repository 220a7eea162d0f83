import { totals } from '@terrace/domain/service-fee'
import type { Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Ids } from '../../shared/ids.ts'
import { recordSale } from '../ledger/index.ts'
import { openOrder } from './open-order.repo.ts'
import { newLine, type PaidHold } from './new-line.ts'
import { saleOfLine } from './order-sale.ts'
import type { Order, OrderPayment } from './order.ts'
import { insertOrder } from './orders.repo.ts'

export interface PlaceOrder {
  teamId: string
  accountId: string
  attemptId: string
  email: string
  phone: string
  card: { brand: string; last4: string } | null
  payment: OrderPayment
  /** The quote that it comes of. */
  quote: { id: string; title: string } | null
  /** At least one, all in one currency. */
  holds: readonly PaidHold[]
  /** Their time had run out, and they were still free. */
  isRetaken?: boolean
}

/**
 * Writes the order of a paid attempt in the caller's transaction: one number, a line for each hold, grouped by seller
 * (product.md §6), the ledger's sale and the event. The caller holds the listings' locks and has moved the stock.
 */
export async function placeOrder(
  { ids, clock }: { ids: Ids; clock: Clock },
  tx: Tx,
  request: PlaceOrder,
): Promise<Order> {
  const { number, sellable } = await openOrder(
    tx,
    request.holds.map((hold) => hold.listingId),
  )
  const lines = request.holds.map((hold) => newLine(ids, hold, sellable.get(hold.listingId)))
  const { tickets, fee, total } = totals(request.holds)
  const { teamId, accountId, attemptId, email, phone, card, payment, quote } = request
  const order: Order = {
    id: ids.next('ord'),
    number,
    teamId,
    accountId,
    attemptId,
    tickets,
    fee,
    total,
    email,
    phone,
    card,
    payment,
    quote,
    placedAt: clock.now(),
    lines,
    refunds: [],
  }
  await insertOrder(tx, order)
  await recordSale(tx, {
    attemptId,
    orderId: order.id,
    teamId,
    total,
    lines: lines.map(saleOfLine),
  })
  const eventIds = [...new Set(lines.map((line) => line.eventId))]
  await recordEvents(tx, [
    {
      topic: 'order.placed',
      subject: order.id,
      payload: {
        orderId: order.id,
        number: order.number,
        teamId,
        accountId,
        eventIds,
        ...(request.isRetaken && { isRetaken: true }),
      },
    },
  ])
  return order
}
