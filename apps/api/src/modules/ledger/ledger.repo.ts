import { sql } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { toEntryColumns, type Entry } from './entry.ts'

interface NewTransaction {
  kind: Exclude<LedgerKind, 'refund_failure'>
  attemptId: string
  orderId: string | null
  /** Set for the refund of a single line. */
  refundId?: string
  /** Set for dispute movements. */
  disputeId?: string
  /** Sequence number within the same refund or dispute. Default: 1. */
  occurrence?: number
  entries: readonly Entry[]
}

type LedgerKind = Tables['ledger_transactions']['kind']

/**
 * Inserts a transaction with its entries. PostgreSQL rejects entries that do not sum to zero and duplicates of the
 * same kind and occurrence.
 */
export async function insertTransaction(
  tx: Tx,
  { kind, attemptId, orderId, refundId, disputeId, occurrence = 1, entries }: NewTransaction,
): Promise<void> {
  // An empty transaction would balance too, and hide a bug.
  if (entries.length === 0) throw new Error(`${kind} of ${attemptId} has no entries`)
  const { accounts, amounts_minor, currencies } = toEntryColumns(entries)
  await sql`
    insert into ledger_transactions (kind, attempt_id, order_id, refund_id, dispute_id, occurrence, accounts,
      amounts_minor, currencies)
    values (${kind}, ${attemptId}, ${orderId}, ${refundId ?? null}, ${disputeId ?? null}, ${occurrence},
      ${accounts}::text[], ${amounts_minor}::bigint[], ${currencies}::text[])`.execute(tx)
}

/**
 * Books the negated entries of a transaction.
 * @throws if the original transaction does not exist.
 */
export async function reverseTransaction(
  tx: Tx,
  {
    kind,
    reversalKind,
    attemptId,
    refundId,
    occurrence = 1,
  }: {
    kind: LedgerKind
    /** Kind of the reversing transaction. */
    reversalKind: LedgerKind
    attemptId: string
    refundId?: string
    /** Sequence number within the same refund. Default: 1. */
    occurrence?: number
  },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into ledger_transactions (kind, attempt_id, order_id, refund_id, occurrence, accounts, amounts_minor, currencies)
    select ${reversalKind}, attempt_id, order_id, refund_id, occurrence, accounts,
      array(select -amount from unnest(amounts_minor) with ordinality as e (amount, place) order by place), currencies
    from ledger_transactions
    where kind = ${kind} and attempt_id = ${attemptId} and refund_id is not distinct from ${refundId ?? null}
      and occurrence = ${occurrence} and dispute_id is null`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error(`no ${kind} of ${attemptId} to reverse`)
}

/** Whether a captured payment of the attempt was refunded without an order. */
export async function hasRefundWithoutOrder(db: DbOrTx, attemptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('kind', '=', 'refund')
    .where('attempt_id', '=', attemptId)
    .where('order_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Describes every imbalance in the ledger; empty when it balances. */
export async function readImbalances(db: DbOrTx): Promise<string[]> {
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
    select 'refund ' || r.id || ' of ' || r.amount_minor || ' is in the ledger as ' || coalesce(-sum(e.amount_minor), 0)
    from order_refunds r
    left join ledger_transactions t on t.refund_id = r.id
    left join ledger_entries e on e.transaction_id = t.id and e.account in ('gateway', 'bank') and e.currency = r.currency
    group by r.id
    having coalesce(-sum(e.amount_minor) filter (where e.account = 'gateway'), 0)
        <> case when r.state = 'succeeded' and r.manual_payment_note is null then r.amount_minor else 0 end
      or coalesce(-sum(e.amount_minor) filter (where e.account = 'bank'), 0)
        <> case when r.state = 'succeeded' and r.manual_payment_note is not null then r.amount_minor else 0 end
    union all
    select 'dispute ' || dispute_id || ' is ' || state || ' with ' || withheld_minor || ' withheld, but the ledger has '
      || withdrawn || ' withdrawn and ' || undecided || ' undecided'
    from (
      select d.*, coalesce(-sum(e.amount_minor) filter (where e.account = 'gateway'), 0) as withdrawn,
        coalesce(sum(e.amount_minor) filter (where e.account = 'withheld'), 0) as undecided
      from payment_disputes d
      left join ledger_transactions t on t.attempt_id = d.attempt_id and t.dispute_id = d.dispute_id
      left join ledger_entries e on e.transaction_id = t.id and e.currency = d.currency
      group by d.gateway, d.dispute_id
    ) dispute_totals
    where withdrawn <> withheld_minor or undecided <> case state when 'lost' then 0 else withheld_minor end`.execute(
    db,
  )
  return rows.map((row) => row.problem)
}
