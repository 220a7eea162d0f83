import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Reader } from '../../db/transaction.ts'
import { searchPatterns, type OrderFilter } from './find-orders.ts'
import type { Order } from './order.ts'
import { countOrders, withLines } from './orders.repo.ts'

interface Wanted {
  teamId: string
  filter: OrderFilter
}

/** A page of the team's orders that fit, newest first, with how many there are. */
export async function readOrders(
  db: Reader,
  { page, perPage, ...wanted }: Wanted & { page: number; perPage: number },
): Promise<{ orders: Order[]; total: number }> {
  const before = (page - 1) * perPage
  const rows = await readRows(db, wanted, { limit: perPage, offset: before })
  // A page that is not full is the last and says by itself how many there are: what hardly an order fits is looked for once.
  const isLast = rows.length < perPage && (rows.length > 0 || page === 1)
  const [total, orders] = await Promise.all([
    isLast ? before + rows.length : countFitting(db, wanted),
    withLines(db, rows),
  ])
  return { orders, total }
}

/** All of the team's orders that fit, newest first; undefined where they have more lines than `most`. */
export async function readLinesAtMost(
  db: Reader,
  { most, ...wanted }: Wanted & { most: number },
): Promise<Order[] | undefined> {
  // An order has at least one line: with one order more than that there are too many.
  const rows = await readRows(db, wanted, { limit: most + 1, offset: 0 })
  if (rows.length > most) return undefined
  const orders = await withLines(db, rows)
  return orders.reduce((sum, { lines }) => sum + lines.length, 0) > most ? undefined : orders
}

async function readRows(
  db: Reader,
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<Selectable<Tables['orders']>[]> {
  const { rows } = await sql<Selectable<Tables['orders']>>`
    select * from page_of_orders(${whatFits(wanted)}, ${limit}, ${offset})`.execute(db)
  return rows
}

async function countFitting(db: Reader, wanted: Wanted): Promise<number> {
  if (Object.values(wanted.filter).every((value) => value === undefined))
    return countOrders(db, wanted.teamId)
  const { rows } = await sql<{ total: number }>`
    select count_orders_that_fit(${whatFits(wanted)}) as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** As the database's functions that find orders take it (0084-orders-listed.sql). */
function whatFits({ teamId, filter }: Wanted): RawBuilder<unknown> {
  const { search = '', state, placedFrom, placedTo, eventFrom, eventTo } = filter
  const days = [placedFrom, placedTo, eventFrom, eventTo].map((day) => sql`${day ?? null}::date`)
  return sql`${teamId}, ${searchPatterns(search)}::text[], ${state ?? null}, ${sql.join(days)}`
}
