import { json, number, text } from '../store/columns.ts'
import type { Row, Store } from '../store/store.ts'

export interface Refund {
  id: string
  intentId: string
  /** Minor units of the payment's currency. */
  amount: number
  /** Lower case, as in Stripe's API. */
  currency: string
  metadata: Record<string, string>
  /** `pending` until the bank responds. A succeeded refund may still be returned. */
  status: 'pending' | 'succeeded' | 'failed'
}

/** Inserts the refund and adds it to its intent; the schema rejects more than was captured. */
export function insertRefund(store: Store, refund: Refund): void {
  const { id, intentId, amount, metadata, status } = refund
  store.run(
    `insert into refunds (id, intent_id, amount, metadata, status, created_at)
    values (:id, :intentId, :amount, :metadata, :status, :now)`,
    { id, intentId, amount, metadata: JSON.stringify(metadata), status, now: Date.now() },
  )
  addRefunded(store, intentId, amount)
}

/** Stores the bank's decision; a failed refund no longer counts as refunded. */
export function decideRefundAs(store: Store, refund: Refund, status: 'succeeded' | 'failed'): void {
  store.run('update refunds set status = :status where id = :id', { id: refund.id, status })
  if (status === 'failed') addRefunded(store, refund.intentId, -refund.amount)
}

function addRefunded(store: Store, intentId: string, amount: number): void {
  store.run('update intents set amount_refunded = amount_refunded + :amount where id = :intentId', {
    intentId,
    amount,
  })
}

const refunds = 'select r.*, i.currency from refunds r join intents i on i.id = r.intent_id'

export function findRefund(store: Store, id: string): Refund | undefined {
  const row = store.find(`${refunds} where r.id = :id`, { id })
  return row && refundOf(row)
}

/** Newest first. */
export function listRefunds(store: Store, intentId: string): Refund[] {
  return store
    .list(`${refunds} where r.intent_id = :intentId order by r.rowid desc`, { intentId })
    .map(refundOf)
}

/** Newest first; those without a time are listed always. */
export function listRefundsSince(
  store: Store,
  { createdSince, after, limit }: { createdSince: Date; after: string | null; limit: number },
): Refund[] {
  return store
    .list(
      `${refunds} where (r.created_at >= :since or r.created_at = 0)
        and (:after is null or r.rowid < (select rowid from refunds where id = :after))
      order by r.rowid desc limit :limit`,
      { since: createdSince.getTime(), after, limit },
    )
    .map(refundOf)
}

function refundOf(row: Row): Refund {
  return {
    id: text(row, 'id'),
    intentId: text(row, 'intent_id'),
    amount: number(row, 'amount'),
    currency: text(row, 'currency'),
    metadata: json(row, 'metadata'),
    status: text(row, 'status') as Refund['status'],
  }
}
