import { sql, type SqlBool } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import { searchWords, type OrderFilter } from './find-orders.ts'
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
  const before = (page - 1) * perPage
  const rows = await db
    .with('page', () =>
      fittingOrders(db, teamId, filter)
        .select('id')
        .orderBy('placed_at', 'desc')
        .orderBy('id')
        .limit(perPage)
        .offset(before),
    )
    .selectFrom('orders')
    .innerJoin('page', 'page.id', 'orders.id')
    .selectAll('orders')
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .execute()
  // A page that is not full is the last and says by itself how many there are: what hardly an order fits is looked for once.
  const isLast = rows.length < perPage && (rows.length > 0 || page === 1)
  const [total, orders] = await Promise.all([
    isLast ? before + rows.length : countFitting(db, teamId, filter),
    withLines(db, rows),
  ])
  return { orders, total }
}

async function countFitting(db: Reader, teamId: string, filter: OrderFilter): Promise<number> {
  // Words that fill a page are common, unless they are numbers.
  const { total } = await fittingOrders(db, teamId, filter, { isCommon: true })
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** What an order is found by, as the index of words does not know it: read of each order that all the rest fits. */
const textToRead = sql<string>`search_text collate "C"`

/**
 * Of several words only the rarest is asked of the index: the planner takes for nothing what it costs to put together where
 * common ones stand, which is more than to read the team's orders. `isCommon`: not even that one.
 */
function fittingOrders(db: Reader, teamId: string, filter: OrderFilter, { isCommon = false } = {}) {
  const { search, state, placedFrom, placedTo, eventFrom, eventTo } = filter
  let query = db.selectFrom('orders').where('team_id', '=', teamId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (placedFrom !== undefined)
    query = query.where('placed_at', '>=', sql<Date>`${placedFrom}::timestamp at time zone 'UTC'`)
  if (placedTo !== undefined)
    query = query.where('placed_at', '<', sql<Date>`(${placedTo}::date + 1)::timestamp at time zone 'UTC'`)
  if (eventFrom !== undefined || eventTo !== undefined) {
    const isWithin = sql`between coalesce(${eventFrom ?? null}::date, '-infinity') and coalesce(${eventTo ?? null}::date, 'infinity')`
    // Nearly every order is for one day. Both halves have an index: orders__by_event_day and orders__of_many_days.
    query = query.where(
      sql<SqlBool>`(event_days[1] ${isWithin}
        or cardinality(event_days) > 1 and exists (select from unnest(event_days) as day where day ${isWithin}))`,
    )
  }
  for (const [index, { pattern, isNumber }] of searchWords(search ?? '').entries()) {
    const isIndexed = index === 0 && (isNumber || !isCommon)
    query = query.where(isIndexed ? sql<string>`search_text` : textToRead, 'like', pattern)
  }
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
