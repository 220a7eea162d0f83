import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type DbOrTx } from '#api/db/transaction.ts'
import { eraseQuotes, pseudonymiseOrders } from './erase-person.repo.ts'

// An index has this condition.
const isNamed = sql`email <> 'erased@erased.invalid'`

/**
 * Removes names and contact details from orders placed before `until`, their invoices and the quotes they were placed from. Numbers,
 * amounts and tickets stay. Orders that a transaction has locked wait for another night. Returns how many it changed.
 */
export async function eraseOldOrders(
  { db }: { db: Db },
  { until, limit }: { until: Date; limit: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; quoteId: string | null }>`
      select id, quote_id as "quoteId" from orders where placed_at < ${until} and ${isNamed}
      order by placed_at limit ${limit} for no key update skip locked`.execute(tx)
    await pseudonymiseOrders(
      tx,
      rows.map(({ id }) => id),
    )
    await sql`
      update invoices set customer_details = null
      where order_id = any(${rows.map(({ id }) => id)}::text[])`.execute(tx)
    await eraseQuotes(
      tx,
      rows.flatMap(({ quoteId }) => quoteId ?? []),
    )
    return rows.length
  })
}

export async function countOldOrders(db: DbOrTx, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where placed_at < ${until} and ${isNamed}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findOldestNamed(db: DbOrTx): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(placed_at) as oldest from orders where ${isNamed}`.execute(db)
  return rows[0]?.oldest ?? null
}
