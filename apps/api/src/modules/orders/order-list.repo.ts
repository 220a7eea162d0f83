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
  const { search, eventFrom, eventTo } = filter
  // What no index answers is looked for in every order of the team: once then, for the page and for the count alike.
  const isScan = [search, eventFrom, eventTo].some((value) => value !== undefined)
  const rows = await db
    .with(
      (cte) => (isScan ? cte('fitting').materialized() : cte('fitting').notMaterialized()),
      () => fittingOrders(db, teamId, filter).select(['id', 'placed_at']),
    )
    .with('page', (read) =>
      read
        .selectFrom('fitting')
        .select('id')
        .orderBy('placed_at', 'desc')
        .orderBy('id')
        .limit(perPage)
        .offset((page - 1) * perPage),
    )
    .selectFrom('orders')
    .innerJoin('page', 'page.id', 'orders.id')
    .selectAll('orders')
    .select((read) =>
      read
        .selectFrom('fitting')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('total'),
    )
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .execute()
  const [first] = rows
  // Past the last page nothing says how many there are.
  const total = first || page === 1 ? (first?.total ?? 0) : await countFitting(db, teamId, filter)
  return { orders: await withLines(db, rows), total }
}

async function countFitting(db: Reader, teamId: string, filter: OrderFilter): Promise<number> {
  const { total } = await fittingOrders(db, teamId, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function fittingOrders(db: Reader, teamId: string, filter: OrderFilter) {
  const { search, state, placedFrom, placedTo, eventFrom, eventTo } = filter
  let query = db.selectFrom('orders').where('team_id', '=', teamId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (placedFrom !== undefined)
    query = query.where('placed_at', '>=', sql<Date>`${placedFrom}::timestamp at time zone 'UTC'`)
  if (placedTo !== undefined)
    query = query.where('placed_at', '<', sql<Date>`(${placedTo}::date + 1)::timestamp at time zone 'UTC'`)
  if (eventFrom !== undefined || eventTo !== undefined) {
    const isWithin = sql`between coalesce(${eventFrom ?? null}::date, '-infinity') and coalesce(${eventTo ?? null}::date, 'infinity')`
    // Nearly every order is for one day, which costs a fraction of looking through an array.
    query = query.where(
      sql<SqlBool>`(event_days[1] ${isWithin}
        or cardinality(event_days) > 1 and exists (select from unnest(event_days) as day where day ${isWithin}))`,
    )
  }
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
