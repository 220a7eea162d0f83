import { sql, type Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Order } from './order.ts'
import { withLines } from './orders.repo.ts'

/** The account's newest orders with an event that starts after `from` by its current date. */
export async function readUpcomingOrders(
  db: DbOrTx,
  { accountId, teamId, from, limit }: { accountId: string; teamId: string; from: Date; limit: number },
): Promise<Order[]> {
  const { rows } = await sql<Selectable<Tables['orders']>>`
    select o.* from orders o
    where o.team_id = ${teamId} and o.account_id = ${accountId} and exists (
      select from order_lines l join events e on e.id = l.event_id where l.order_id = o.id and e.starts_at > ${from})
    order by o.placed_at desc, o.id limit ${limit}`.execute(db)
  return withLines(db, rows)
}

/** How many changes the lines of an order for one event have, each line's purchase included, and when the last one was. */
export interface LineChanges {
  orderId: string
  eventId: number
  count: number
  lastAt: Date
}

export async function readLineChanges(db: DbOrTx, orderIds: readonly string[]): Promise<LineChanges[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<LineChanges>`
    select o.id as "orderId", l.event_id as "eventId", (count(distinct l.id) + count(t.id))::int as count,
      greatest(max(t.at), o.placed_at) as "lastAt"
    from orders o join order_lines l on l.order_id = o.id left join order_line_transitions t on t.line_id = l.id
    where o.id = any(${orderIds}) group by o.id, l.event_id`.execute(db)
  return rows
}
