import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

/** Books the whole of a sale the other way round: the order was undone and nobody owes anybody anything. */
export async function reverseSale(tx: Tx, attemptId: string): Promise<void> {
  await sql`
    with sale as (
      select id, order_id from ledger_transactions where kind = 'sale' and attempt_id = ${attemptId}
    ), reversal as (
      insert into ledger_transactions (kind, attempt_id, order_id)
      select 'refund', ${attemptId}, order_id from sale returning id
    )
    insert into ledger_entries (transaction_id, account, amount_minor, currency)
    select reversal.id, e.account, -e.amount_minor, e.currency
    from reversal, sale join ledger_entries e on e.transaction_id = sale.id
    order by e.id`.execute(tx)
}
