import { money, type Money } from '@terrace/domain/money/money'
import type { OrderLineState } from '@terrace/domain/lifecycles/order-lifecycle'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

/** An order line while its order is locked. */
export interface LockedLine {
  id: string
  orderId: string
  attemptId: string
  /** The buying team. */
  teamId: string
  sellerTeamId: string
  holdId: string
  eventId: number
  state: OrderLineState
  /** Until the order is paid it may still be reversed. */
  isPaid: boolean
  quantity: number
  price: Money
  fee: Money
  sellerPrice: Money
}

/**
 * Locks the order's row and returns its lines, or the one line. Concurrent transitions wait here and read committed
 * lines after the wait.
 */
export async function lockLines(
  tx: Tx,
  target: { lineId: string } | { orderId: string },
): Promise<LockedLine[]> {
  const { lineId, orderId } = { lineId: null, orderId: null, ...target }
  await sql`
    select from orders
    where id = coalesce(${orderId}, (select order_id from order_lines where id = ${lineId})) for no key update`.execute(
    tx,
  )
  const rows = await tx
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .where(({ or, eb }) => or([eb('l.order_id', '=', orderId), eb('l.id', '=', lineId)]))
    .orderBy('l.id')
    .selectAll('l')
    .select(['o.attempt_id', 'o.team_id', sql<boolean>`order_is_paid(o.id)`.as('is_paid')])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    teamId: row.team_id,
    sellerTeamId: row.seller_team_id,
    holdId: row.hold_id,
    eventId: row.event_id,
    state: row.state,
    isPaid: row.is_paid,
    quantity: row.quantity,
    price: money(row.price_minor, row.currency),
    fee: money(row.fee_minor, row.currency),
    sellerPrice: money(row.seller_price_minor, row.seller_currency),
  }))
}
