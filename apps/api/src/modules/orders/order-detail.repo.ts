import type { WireExchangeRate } from '@terrace/contracts/exchange-rate'
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

/** Status changes of the orders' lines, oldest first. */
export async function readTransitions(db: DbOrTx, orderIds: readonly string[]): Promise<Transition[]> {
  const { rows } = await sql<Transition>`
    select t.line_id as "lineId", t.from_state as "from", t.to_state as "to", t.at,
      case when a.team_id = o.team_id then a.full_name else teams.name end as "actorName", t.reason
    from orders o
    join order_lines l on l.order_id = o.id
    cross join lateral (
      -- The purchase, which has no row.
      select 0 as id, l.id as line_id, null as from_state, 'confirmed' as to_state, o.account_id as actor,
        'paid' as reason, o.placed_at as at
      union all
      select id, line_id, from_state, to_state, actor, reason, at from order_line_transitions where line_id = l.id
    ) t
    left join accounts a on a.id = t.actor
    left join teams on teams.id = a.team_id
    where o.id = any(${orderIds})
    order by t.id, l.id`.execute(db)
  return rows
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

/** The rates that the order's holds froze for prices in other currencies, oldest date first. */
export async function readOrderRates(db: DbOrTx, orderId: string): Promise<WireExchangeRate[]> {
  const { rows } = await sql<WireExchangeRate>`
    select distinct l.seller_currency as currency, trim_scale(h.rate)::text as rate, h.rate_date::text as date
    from order_lines l
    join holds h on h.id = l.hold_id
    where l.order_id = ${orderId} and l.seller_currency <> l.currency and h.rate_date is not null
    order by date, currency`.execute(db)
  return rows
}
