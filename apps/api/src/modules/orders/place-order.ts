import { totals } from '@terrace/domain/money/service-fee'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { recordSale } from '#api/modules/ledger/index.ts'
import { prepareOrder } from './prepare-order.repo.ts'
import { newLine, type HoldToSell } from './new-line.ts'
import { toSaleLine } from './sale-line.ts'
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
  quote: { id: string; title: string } | null
  reference: string | null
  internalNote: string | null
  client: { id: string | null; name: string } | null
  /** At least one, all in one currency. */
  holds: readonly HoldToSell[]
  /** Some holds had expired when the payment succeeded; their tickets were still free and were taken again. */
  hadExpiredHolds?: boolean
}

/**
 * Creates the order of an authorised attempt in the caller's transaction (product.md §6): order, lines, ledger sale and
 * event. The caller has locked the listings and moved the stock.
 */
export async function placeOrder(
  { ids, clock }: { ids: Ids; clock: Clock },
  tx: Tx,
  request: PlaceOrder,
): Promise<Order> {
  const { number, sellable } = await prepareOrder(
    tx,
    request.holds.map((hold) => hold.listingId),
  )
  const lines = request.holds.map((hold) => newLine(ids, hold, sellable.get(hold.listingId)))
  const { tickets, fee, total } = totals(request.holds)
  const { teamId, accountId, attemptId, email, phone, card, payment, quote } = request
  const { reference, internalNote, client } = request
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
    reference,
    internalNote,
    client,
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
    lines: lines.map(toSaleLine),
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
        ...(request.hadExpiredHolds && { hadExpiredHolds: true }),
      },
    },
  ])
  return order
}
