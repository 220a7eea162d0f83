import type { OrderLineState } from '@terrace/domain/order-lifecycle'
import { sql, type Selectable } from 'kysely'
import type { OrderTables } from '../../db/order-tables.ts'
import type { Reader } from '../../db/transaction.ts'

export interface Transition {
  lineId: string
  from: OrderLineState | null
  to: OrderLineState
  at: Date
  /** Of the buying team the person, of another the team; null where the marketplace did it itself. */
  who: string | null
  reason: string
}

/** What has happened to the order's lines, the oldest first. */
export async function readTransitions(db: Reader, orderId: string): Promise<Transition[]> {
  return await db
    .selectFrom('order_line_transitions as t')
    .innerJoin('order_lines as l', 'l.id', 't.line_id')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .leftJoin('accounts as a', 'a.id', 't.actor')
    .leftJoin('teams', 'teams.id', 'a.team_id')
    .where('l.order_id', '=', orderId)
    .orderBy('t.id')
    .select([
      't.line_id as lineId',
      sql<OrderLineState | null>`t.from_state`.as('from'),
      sql<OrderLineState>`t.to_state`.as('to'),
      't.at',
      sql<
        string | null
      >`case when a.team_id = o.team_id then a.first_name || ' ' || a.last_name else teams.name end`.as(
        'who',
      ),
      't.reason',
    ])
    .execute()
}

/** What was delivered and is good: of a cancelled line, in part delivered or whole, nothing is. */
export async function readTickets(
  db: Reader,
  orderId: string,
): Promise<Selectable<OrderTables['tickets']>[]> {
  return await db
    .selectFrom('tickets as t')
    .innerJoin('order_lines as l', 'l.id', 't.line_id')
    .where('l.order_id', '=', orderId)
    .where('l.state', '<>', 'cancelled')
    .orderBy(sql`t.place nulls first`)
    .selectAll('t')
    .execute()
}
