import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { OrderRow } from './order-row.ts'

/** Inserts orders with their lines, ledger sales and events. */
export async function insertOrders(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  await sql`select insert_orders(${JSON.stringify(orders)})`.execute(tx)
}
