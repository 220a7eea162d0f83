import { sql, type SqlBool } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import { searchPatterns, type OrderFilter } from './find-orders.ts'
import type { Order } from './order.ts'
import { withLines } from './orders.repo.ts'

interface Page {
  teamId: string
  filter: OrderFilter
  page: number
  perPage: number
}

/** A page of the team's orders that fit, newest first, with how many there are. */
export async function readOrders(
  db: Reader,
  { teamId, filter, page, perPage }: Page,
): Promise<{ orders: Order[]; total: number }> {
  const fitting = fittingOrders(db, teamId, filter)
  const [rows, { total }] = await Promise.all([
    fitting
      .selectAll()
      .orderBy('placed_at', 'desc')
      .orderBy('id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    fitting.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { orders: await withLines(db, rows), total }
}

function fittingOrders(db: Reader, teamId: string, filter: OrderFilter) {
  const { search, state, placedFrom, placedTo, eventFrom, eventTo } = filter
  let query = db.selectFrom('orders').where('team_id', '=', teamId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (placedFrom !== undefined)
    query = query.where('placed_at', '>=', sql<Date>`${placedFrom}::timestamp at time zone 'UTC'`)
  if (placedTo !== undefined)
    query = query.where('placed_at', '<', sql<Date>`(${placedTo}::date + 1)::timestamp at time zone 'UTC'`)
  if (eventFrom !== undefined || eventTo !== undefined)
    query = query.where(
      sql<SqlBool>`exists (select from unnest(event_days) as day
        where day between coalesce(${eventFrom ?? null}::date, '-infinity') and coalesce(${eventTo ?? null}::date, 'infinity'))`,
    )
  for (const pattern of searchPatterns(search ?? '')) query = query.where('search_text', 'like', pattern)
  return query
}

/** All of the team's orders that fit, newest first; undefined where they have more lines than `most`. */
export async function readLinesAtMost(
  db: Reader,
  { teamId, filter, most }: { teamId: string; filter: OrderFilter; most: number },
): Promise<Order[] | undefined> {
  const fitting = fittingOrders(db, teamId, filter)
  // An order has at least one line: with one order more than that there are too many.
  const rows = await fitting
    .selectAll()
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .limit(most + 1)
    .execute()
  if (rows.length > most) return undefined
  const orders = await withLines(db, rows)
  return orders.reduce((sum, { lines }) => sum + lines.length, 0) > most ? undefined : orders
}
