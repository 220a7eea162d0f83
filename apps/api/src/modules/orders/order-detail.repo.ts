import type { OrderLineState } from '@terrace/domain/lifecycles/order-lifecycle'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface Transition {
  lineId: string
  from: OrderLineState | null
  to: OrderLineState
  at: Date
  /**
   * The person when the actor belongs to the buying team, otherwise the actor's team; `null` when the marketplace
   * acted itself.
   */
  actorName: string | null
  reason: string
}

/** Status changes of the order's lines, oldest first. */
export async function readTransitions(db: DbOrTx, orderId: string): Promise<Transition[]> {
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
      sql<string | null>`case when a.team_id = o.team_id then a.full_name else teams.name end`.as(
        'actorName',
      ),
      't.reason',
    ])
    .execute()
}

/** Delivered tickets, without those of cancelled lines. */
export async function readTickets(db: DbOrTx, orderId: string): Promise<Selectable<Tables['tickets']>[]> {
  return await db
    .selectFrom('tickets as t')
    .innerJoin('order_lines as l', 'l.id', 't.line_id')
    .where('l.order_id', '=', orderId)
    .where('l.state', '<>', 'cancelled')
    .orderBy(sql`t.ticket_number nulls first`)
    .selectAll('t')
    .execute()
}
