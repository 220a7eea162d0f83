import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Entry } from './entry.ts'

interface NewTransaction {
  kind: 'sale' | 'refund'
  attemptId: string
  orderId: string | null
  entries: readonly Entry[]
}

/** Writes a transaction with its entries; the database refuses one that does not sum to zero, or a second of its kind. */
export async function insertTransaction(
  tx: Tx,
  { kind, attemptId, orderId, entries }: NewTransaction,
): Promise<void> {
  const { id } = await tx
    .insertInto('ledger_transactions')
    .values({ kind, attempt_id: attemptId, order_id: orderId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_entries')
    .values(
      entries.map(({ account, amount }) => ({
        transaction_id: id,
        account,
        amount_minor: amount.minor,
        currency: amount.currency,
      })),
    )
    .execute()
}

/** What is wrong in the books, in words; empty when they balance. */
export async function readImbalances(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'transaction ' || transaction_id || ' is off by ' || sum(amount_minor) || ' ' || currency as problem
    from ledger_entries group by transaction_id, currency having sum(amount_minor) <> 0
    union all
    select 'order ' || o.number || ' was charged ' || coalesce(sum(e.amount_minor), 0) || ' instead of ' || o.total_minor
    from orders o
    left join ledger_transactions t on t.order_id = o.id and t.kind = 'sale'
    left join ledger_entries e on e.transaction_id = t.id and e.account = 'gateway' and e.currency = o.currency
    group by o.id having coalesce(sum(e.amount_minor), 0) <> o.total_minor`.execute(db)
  return rows.map((row) => row.problem)
}
