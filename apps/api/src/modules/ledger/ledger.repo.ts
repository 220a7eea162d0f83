import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Entry } from './entry.ts'

interface NewTransaction {
  kind: 'sale' | 'refund' | 'chargeback'
  attemptId: string
  orderId: string | null
  /** Of a refund of one line. */
  refundId?: string
  /** Of a chargeback. */
  disputeId?: string
  entries: readonly Entry[]
}

/** Writes a transaction with its entries; the database refuses one that does not sum to zero, or a second of its kind. */
export async function insertTransaction(
  tx: Tx,
  { kind, attemptId, orderId, refundId, disputeId, entries }: NewTransaction,
): Promise<void> {
  const { id } = await tx
    .insertInto('ledger_transactions')
    .values({
      kind,
      attempt_id: attemptId,
      order_id: orderId,
      refund_id: refundId ?? null,
      dispute_id: disputeId ?? null,
    })
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
    group by o.id having coalesce(sum(e.amount_minor), 0) <> o.total_minor
    union all
    select 'refund ' || r.id || ' of ' || r.amount_minor || ' is booked with ' || coalesce(-sum(e.amount_minor), 0)
    from order_refunds r
    left join ledger_transactions t on t.refund_id = r.id
    left join ledger_entries e on e.transaction_id = t.id
      and e.account = case when r.paid_otherwise is null then 'gateway' else 'bank' end and e.currency = r.currency
    group by r.id
    having coalesce(-sum(e.amount_minor), 0) <> case r.state when 'succeeded' then r.amount_minor else 0 end
    union all
    select 'dispute ' || d.dispute_id || ' of ' || d.amount_minor || ' is booked with ' || coalesce(-sum(e.amount_minor), 0)
    from payment_disputes d
    left join ledger_transactions t on t.attempt_id = d.attempt_id and t.dispute_id = d.dispute_id
    left join ledger_entries e on e.transaction_id = t.id and e.account = 'gateway' and e.currency = d.currency
    group by d.gateway, d.dispute_id
    having coalesce(-sum(e.amount_minor), 0) <> case d.state when 'lost' then d.amount_minor else 0 end`.execute(
    db,
  )
  return rows.map((row) => row.problem)
}
