import { estimateDelivery } from '@terrace/domain/time/delivery-estimate'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { LineSnapshot } from './order.ts'

export interface OrderSort {
  by: 'placed' | 'event_date' | 'tickets' | 'status' | 'deadline' | 'total'
  direction: 'asc' | 'desc'
}

/** The order of the index; every other order sorts all matching orders. */
export const newestFirst: OrderSort = { by: 'placed', direction: 'desc' }

interface SortedQuery {
  /** Arguments of `matching_orders`. */
  filter: RawBuilder<unknown>
  sort: OrderSort
  limit: number
  offset: number
}

/** Ids of one page of the matching orders in the given order; equal ones newest first. */
export async function readSortedOrderIds(db: DbOrTx, query: SortedQuery): Promise<string[]> {
  const { filter, limit, offset } = query
  const { by, direction } = query.sort
  if (by === 'deadline') return readIdsByDeadline(db, query)
  const { rows } = await sql<{ id: string }>`
    select o.id from ${matching(filter)} join orders o on o.id = matching.id
    order by ${sortKeys[by]} ${direction === 'asc' ? sql`asc` : sql`desc`}, o.placed_at desc, o.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const sortKeys: Readonly<Record<Exclude<OrderSort['by'], 'deadline'>, RawBuilder<unknown>>> = {
  placed: sql`o.placed_at`,
  event_date: sql`(select min(day) from unnest(o.event_days) as day)`,
  tickets: sql`(select sum(l.quantity) from order_lines l where l.order_id = o.id)`,
  status: sql`o.state`,
  total: sql`o.currency, o.total_minor`,
}

/** Each order is in exactly one of the two indexes. */
const matching = (filter: RawBuilder<unknown>) => sql`(
  select id from matching_orders(false, ${filter}) union all select id from matching_orders(true, ${filter})
) matching`

interface DeadlineRow {
  id: string
  placed_at: Date
  outstanding: LineSnapshot[]
}

/** Deadlines follow from the delivery rule of `packages/domain`, so they are compared here, not in SQL. */
async function readIdsByDeadline(
  db: DbOrTx,
  { filter, sort, limit, offset }: SortedQuery,
): Promise<string[]> {
  const { rows } = await sql<DeadlineRow>`
    select o.id, o.placed_at, coalesce((
      select jsonb_agg(l.snapshot) from order_lines l where l.order_id = o.id and l.state = 'confirmed'
    ), '[]') as outstanding
    from ${matching(filter)} join orders o on o.id = matching.id
    order by o.placed_at desc, o.id`.execute(db)
  const sign = sort.direction === 'asc' ? 1 : -1
  return rows
    .map(({ id, placed_at: placedAt, outstanding }) => ({
      id,
      deadline: Math.min(
        ...outstanding.map((snapshot) => estimateDelivery({ ...snapshot, placedAt }).expectedBy.getTime()),
      ),
    }))
    .toSorted((left, right) => {
      // Orders without a deadline come last in both directions.
      if (!Number.isFinite(left.deadline) || !Number.isFinite(right.deadline))
        return Number(!Number.isFinite(left.deadline)) - Number(!Number.isFinite(right.deadline))
      return sign * (left.deadline - right.deadline)
    })
    .slice(offset, offset + limit)
    .map(({ id }) => id)
}
