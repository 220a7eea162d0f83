import { estimateDelivery } from '@terrace/domain/time/delivery-estimate'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { LineSnapshot } from '../order.ts'
import type { ClientOfOrders, OrderFilter } from './order-search.ts'

export interface OrderSort {
  by: 'placed' | 'event_date' | 'tickets' | 'status' | 'deadline' | 'total'
  direction: 'asc' | 'desc'
}

/** The order of the index; every other order sorts all matching orders. */
export const newestFirst: OrderSort = { by: 'placed', direction: 'desc' }

interface SortedQuery {
  /** Arguments of `matching_orders`. */
  filter: RawBuilder<unknown>
  refined: Pick<OrderFilter, 'client' | 'ids' | 'due'>
  sort: OrderSort
  limit: number
  offset: number
}

interface SortedIds {
  ids: string[]
  /** Number of all matching orders. */
  total: number
}

/** Ids of one page of the matching orders in the given order; equal ones newest first. */
export async function readSortedOrderIds(db: DbOrTx, query: SortedQuery): Promise<SortedIds> {
  const { limit, offset, refined, sort } = query
  if (sort.by !== 'deadline' && refined.due === undefined) return readIdsBy(db, query, orderBy(sort))
  const ids = await readIdsByDeadline(db, query)
  return { ids: ids.slice(offset, offset + limit), total: ids.length }
}

async function readIdsBy(db: DbOrTx, query: SortedQuery, order: RawBuilder<unknown>): Promise<SortedIds> {
  const { limit, offset } = query
  const { rows } = await sql<SortedIds>`
    with found as (select o.id, row_number() over (order by ${order}) as place from ${matching(query)})
    select (select count(*) from found)::int as total, coalesce((
      select array_agg(id order by place) from found where place > ${offset} and place <= ${offset + limit}
    ), '{}') as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

function orderBy({ by, direction }: OrderSort): RawBuilder<unknown> {
  const sign = direction === 'asc' ? sql`asc` : sql`desc`
  // Deadlines are compared later; equal ones stay newest first.
  return by === 'deadline'
    ? sql`o.placed_at desc, o.id`
    : sql`${sortKeys[by]} ${sign}, o.placed_at desc, o.id`
}

const sortKeys: Readonly<Record<Exclude<OrderSort['by'], 'deadline'>, RawBuilder<unknown>>> = {
  placed: sql`o.placed_at`,
  event_date: sql`(select min(day) from unnest(o.event_days) as day)`,
  tickets: sql`(select sum(l.quantity) from order_lines l where l.order_id = o.id)`,
  status: sql`o.state`,
  total: sql`o.currency, o.total_minor`,
}

/** The matching orders as `o`. Each is in exactly one of the two indexes. */
const matching = ({ filter, refined: { client, ids } }: SortedQuery) => sql`(
  select id from matching_orders(false, ${filter}) union all select id from matching_orders(true, ${filter})
) matching join orders o on o.id = matching.id
  and ${client ? isOfClient(client) : sql`true`} and (${ids ?? null}::text[] is null or o.id = any(${ids ?? null}))`

/** Orders for the client, and those from the client's quotes that name no other client. */
export const isOfClient = ({ clientId, quoteIds }: ClientOfOrders): RawBuilder<boolean> => sql<boolean>`(
  o.client_id = ${clientId} or o.client_id is null and o.quote_id = any(${quoteIds}))`

interface DeadlineRow {
  id: string
  placed_at: Date
  outstanding: LineSnapshot[]
}

/** Deadlines follow from the delivery rule of `packages/domain`, so they are compared here, not in SQL. */
async function readIdsByDeadline(db: DbOrTx, query: SortedQuery): Promise<string[]> {
  const { sort, refined } = query
  const { rows } = await sql<DeadlineRow>`
    select o.id, o.placed_at, coalesce((
      select jsonb_agg(l.snapshot) from order_lines l where l.order_id = o.id and l.state = 'confirmed'
    ), '[]') as outstanding
    from ${matching(query)} order by ${orderBy(sort)}`.execute(db)
  const due = rows
    .map(({ id, placed_at: placedAt, outstanding }) => ({
      id,
      deadline: Math.min(
        ...outstanding.map((snapshot) => estimateDelivery({ ...snapshot, placedAt }).expectedBy.getTime()),
      ),
    }))
    .filter(({ deadline }) => isWithin(refined.due, deadline))
  const sorted = sort.by === 'deadline' ? due.toSorted(byDeadline(sort.direction)) : due
  return sorted.map(({ id }) => id)
}

const isWithin = (due: OrderFilter['due'], deadline: number): boolean =>
  due === undefined || (deadline >= due.from.getTime() && deadline < due.until.getTime())

/** Orders without a deadline come last in both directions. */
const byDeadline =
  (direction: OrderSort['direction']) =>
  (left: { deadline: number }, right: { deadline: number }): number => {
    if (!Number.isFinite(left.deadline) || !Number.isFinite(right.deadline))
      return Number(!Number.isFinite(left.deadline)) - Number(!Number.isFinite(right.deadline))
    return direction === 'asc' ? left.deadline - right.deadline : right.deadline - left.deadline
  }
