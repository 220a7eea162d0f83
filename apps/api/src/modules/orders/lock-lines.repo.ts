import { money, type Money } from '@terrace/domain/money'
import type { OrderLineState } from '@terrace/domain/order-lifecycle'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

/** A line of an order as whoever moves it must know it. */
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
  /** Before that the order may still be undone. */
  isPaid: boolean
  quantity: number
  price: Money
  fee: Money
  sellerPrice: Money
}

/**
 * The lines of an order, or the one line, with the order's row locked: whoever moves any line of it waits here, and then reads
 * what the one before has done.
 */
export async function lockLines(
  tx: Tx,
  which: { lineId: string } | { orderId: string },
): Promise<LockedLine[]> {
  const { lineId, orderId } = { lineId: null, orderId: null, ...which }
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
