import { sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Entry } from './entry.ts'

interface NewTransaction {
  kind: Exclude<LedgerKind, 'refund_failure'>
  attemptId: string
  orderId: string | null
  /** Of a refund of one line. */
  refundId?: string
  /** Of what a dispute moves. */
  disputeId?: string
  /** Which of its kind for the same refund or dispute; the first unless said. */
  occurrence?: number
  entries: readonly Entry[]
}

type LedgerKind = Tables['ledger_transactions']['kind']

/** Writes a transaction with its entries; the database refuses one that does not sum to zero, or a second of its kind. */
export async function insertTransaction(
  tx: Tx,
  { kind, attemptId, orderId, refundId, disputeId, occurrence = 1, entries }: NewTransaction,
): Promise<void> {
  // Nothing at all would balance.
  if (entries.length === 0) throw new Error(`the ${kind} of ${attemptId} moves nothing`)
  const accounts = entries.map(({ account }) => account)
  const amounts = entries.map(({ amount }) => amount.minor)
  const currencies = entries.map(({ amount }) => amount.currency)
  await sql`
    with booked as (
      insert into ledger_transactions (kind, attempt_id, order_id, refund_id, dispute_id, occurrence)
      values (${kind}, ${attemptId}, ${orderId}, ${refundId ?? null}, ${disputeId ?? null}, ${occurrence})
      returning id
    )
    insert into ledger_entries (transaction_id, account, amount_minor, currency)
    select booked.id, entry.*
    from booked, unnest(${accounts}::text[], ${amounts}::bigint[], ${currencies}::text[]) as entry`.execute(
    tx,
  )
}

/** Books a transaction the other way round, whole; throws where there is none. */
export async function reverseTransaction(
  tx: Tx,
  {
    kind,
    as,
    attemptId,
    refundId,
    occurrence = 1,
  }: {
    kind: LedgerKind
    /** What its reversal is. */
    as: LedgerKind
    attemptId: string
    /** Of a refund of one line. */
    refundId?: string
    /** Which of its kind for the same refund; the first unless said. */
    occurrence?: number
  },
): Promise<void> {
  const { id } = await tx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('kind', '=', kind)
    .where('attempt_id', '=', attemptId)
    .where('refund_id', 'is not distinct from', refundId ?? null)
    .where('occurrence', '=', occurrence)
    .executeTakeFirstOrThrow()
  await sql`
    with reversal as (
      insert into ledger_transactions (kind, attempt_id, order_id, refund_id, occurrence)
      select ${as}, attempt_id, order_id, refund_id, occurrence from ledger_transactions where id = ${id}
      returning id
    )
    insert into ledger_entries (transaction_id, account, amount_minor, currency)
    select reversal.id, e.account, -e.amount_minor, e.currency
    from reversal, ledger_entries e where e.transaction_id = ${id}
    order by e.id`.execute(tx)
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
    left join ledger_entries e on e.transaction_id = t.id and e.account in ('gateway', 'bank') and e.currency = r.currency
    group by r.id
    having coalesce(-sum(e.amount_minor) filter (where e.account = 'gateway'), 0)
        <> case when r.state = 'succeeded' and r.paid_otherwise is null then r.amount_minor else 0 end
      or coalesce(-sum(e.amount_minor) filter (where e.account = 'bank'), 0)
        <> case when r.state = 'succeeded' and r.paid_otherwise is not null then r.amount_minor else 0 end
    union all
    select 'dispute ' || dispute_id || ' is ' || state || ' and has taken ' || withheld_minor || ', booked are ' || taken
      || ', of which ' || set_apart || ' until it is decided'
    from (
      select d.*, coalesce(-sum(e.amount_minor) filter (where e.account = 'gateway'), 0) as taken,
        coalesce(sum(e.amount_minor) filter (where e.account = 'withheld'), 0) as set_apart
      from payment_disputes d
      left join ledger_transactions t on t.attempt_id = d.attempt_id and t.dispute_id = d.dispute_id
      left join ledger_entries e on e.transaction_id = t.id and e.currency = d.currency
      group by d.gateway, d.dispute_id
    ) booked
    where taken <> withheld_minor or set_apart <> case state when 'lost' then 0 else withheld_minor end`.execute(
    db,
  )
  return rows.map((row) => row.problem)
}
