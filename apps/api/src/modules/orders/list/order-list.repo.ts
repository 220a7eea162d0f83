import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import { searchPatterns, type ClientOfOrders, type OrderFilter } from './order-search.ts'
import type { Order } from '../order.ts'
import { countOrders, withLines } from '../orders.repo.ts'
import { isOfClient, newestFirst, readSortedOrderIds, type OrderSort } from './sorted-orders.repo.ts'

interface OrderQuery {
  teamId: string
  filter: OrderFilter
  /** Newest first by default. */
  sort?: OrderSort
}

/** One page of the team's matching orders with the total count. */
export async function readOrders(
  db: DbOrTx,
  { page, perPage, ...query }: OrderQuery & { page: number; perPage: number },
): Promise<{ orders: Order[]; total: number }> {
  const before = (page - 1) * perPage
  if (isRefined(query.filter)) {
    const { ids, total } = await readSortedOrderIds(
      db,
      sortedQuery(query, { limit: perPage, offset: before }),
    )
    return { orders: await withLines(db, await readByIds(db, ids)), total }
  }
  const rows = await readRows(db, query, { limit: perPage, offset: before })
  // A partly filled page is the last one and implies the total, which saves the count query.
  const isLast = rows.length < perPage && (rows.length > 0 || page === 1)
  const [total, orders] = await Promise.all([
    isLast ? before + rows.length : countMatching(db, query),
    withLines(db, rows),
  ])
  return { orders, total }
}

/** All matching orders, newest first, or `undefined` when they have more than `maxLines` lines. */
export async function readOrdersUpTo(
  db: DbOrTx,
  { maxLines, ...query }: OrderQuery & { maxLines: number },
): Promise<Order[] | undefined> {
  // Every order has at least one line, so one extra order proves the limit is exceeded.
  const rows = await readRows(db, query, { limit: maxLines + 1, offset: 0 })
  if (rows.length > maxLines) return undefined
  const orders = await withLines(db, rows)
  return orders.reduce((sum, { lines }) => sum + lines.length, 0) > maxLines ? undefined : orders
}

/** The team's latest orders of a client, newest first. */
export async function readOrdersOfClient(
  db: DbOrTx,
  { teamId, limit, ...client }: ClientOfOrders & { teamId: string; limit: number },
): Promise<Order[]> {
  const { rows } = await sql<Selectable<Tables['orders']>>`
    select o.* from orders o where o.team_id = ${teamId} and ${isOfClient(client)}
    order by o.placed_at desc, o.id limit ${limit}`.execute(db)
  return withLines(db, rows)
}

export async function countOrdersOfClient(
  db: DbOrTx,
  { teamId, ...client }: ClientOfOrders & { teamId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders o where o.team_id = ${teamId} and ${isOfClient(client)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

async function readRows(
  db: DbOrTx,
  query: OrderQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<Selectable<Tables['orders']>[]> {
  const { sort = newestFirst } = query
  const isNewestFirst = sort.by === newestFirst.by && sort.direction === newestFirst.direction
  if (isNewestFirst && !isRefined(query.filter)) {
    const { rows } = await sql<Selectable<Tables['orders']>>`
      select * from order_page(${filterArguments(query)}, ${limit}, ${offset})`.execute(db)
    return rows
  }
  const { ids } = await readSortedOrderIds(db, sortedQuery(query, { limit, offset }))
  return readByIds(db, ids)
}

/** Filters that the SQL functions for pages do not have; few orders remain. */
const isRefined = ({ client, ids, due }: OrderFilter): boolean =>
  client !== undefined || ids !== undefined || due !== undefined

function sortedQuery(query: OrderQuery, page: { limit: number; offset: number }) {
  const { client, ids, due } = query.filter
  const refined = { client, ids, due }
  return { filter: matchingArguments(query), refined, sort: query.sort ?? newestFirst, ...page }
}

async function readByIds(db: DbOrTx, ids: readonly string[]): Promise<Selectable<Tables['orders']>[]> {
  const { rows } = await sql<Selectable<Tables['orders']>>`
    select o.* from unnest(${ids}::text[]) with ordinality as sorted (id, place)
    join orders o on o.id = sorted.id order by sorted.place`.execute(db)
  return rows
}

async function countMatching(db: DbOrTx, query: OrderQuery): Promise<number> {
  if (Object.values(query.filter).every((value) => value === undefined)) return countOrders(db, query.teamId)
  const { rows } = await sql<{ total: number }>`
    select count_matching_orders(${filterArguments(query)}) as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Arguments shared by the SQL functions that find and count orders (db/functions/orders). */
function filterArguments(query: OrderQuery): RawBuilder<unknown> {
  return sql`${query.teamId}, ${searchPatterns(query.filter.search ?? '')}::text[], ${otherArguments(query)}`
}

/** The same for `matching_orders`, which takes the first word on its own. */
function matchingArguments(query: OrderQuery): RawBuilder<unknown> {
  const [word = null, ...moreWords] = searchPatterns(query.filter.search ?? '')
  const others = moreWords.length === 0 ? null : moreWords
  return sql`${query.teamId}, ${word}::text, ${others}::text[], ${otherArguments(query)}`
}

function otherArguments({ filter }: OrderQuery): RawBuilder<unknown> {
  const { state, placedFrom, placedTo, eventFrom, eventTo } = filter
  const days = [placedFrom, placedTo, eventFrom, eventTo].map((day) => sql`${day ?? null}::date`)
  return sql`${state ?? null}::text, ${sql.join(days)}`
}
