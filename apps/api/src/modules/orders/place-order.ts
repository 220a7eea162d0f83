import { totals } from '@terrace/domain/money/service-fee'
import type { Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { insertOrders } from './insert-orders.repo.ts'
import { newLine, type HoldToSell } from './new-line.ts'
import { toOrderRow, type NewOrder } from './order-row.ts'
import type { Order } from './order.ts'
import { bySellerAndSeat } from './orders.repo.ts'
import { prepareOrder, type OrderInput } from './prepare-order.repo.ts'

export interface PlaceOrder extends Pick<
  Order,
  | 'teamId'
  | 'accountId'
  | 'attemptId'
  | 'email'
  | 'phone'
  | 'card'
  | 'payment'
  | 'quote'
  | 'reference'
  | 'internalNote'
  | 'client'
> {
  /** At least one, all in one currency. */
  holds: readonly HoldToSell[]
  /** Some holds had expired when the payment succeeded; their tickets were still free and were taken again. */
  hadExpiredHolds?: boolean
}

/**
 * Creates the order of an authorised attempt in the caller's transaction (product.md §6): order, lines, ledger sale and
 * event. The caller has locked the listings and sells the holds afterwards.
 */
export async function placeOrder(
  deps: { ids: Ids; clock: Clock },
  tx: Tx,
  request: PlaceOrder,
): Promise<Order> {
  const input = await prepareOrder(
    tx,
    request.holds.map((hold) => hold.listingId),
  )
  const placed = composeOrder(deps, request, input)
  await insertOrders(tx, [toOrderRow(placed)])
  return placed.order
}

/** The order of an authorised payment, ready to be inserted. Assigns the seats. */
export function composeOrder(
  { ids, clock }: { ids: Ids; clock: Clock },
  { holds, hadExpiredHolds = false, ...details }: PlaceOrder,
  { number, sellable }: OrderInput,
): NewOrder {
  const lines = holds.map((hold) => newLine(ids, hold, sellable.get(hold.listingId)))
  return {
    order: {
      ...details,
      ...totals(holds),
      id: ids.next('ord'),
      number,
      placedAt: clock.now(),
      lines: lines.toSorted(bySellerAndSeat),
      refunds: [],
    },
    hadExpiredHolds,
  }
}
