import { date, number, text } from '../store/columns.ts'
import type { Row, Store } from '../store/store.ts'

export interface Dispute {
  id: string
  intentId: string
  /** Minor units. */
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
  createdAt: Date
}

export function insertDispute(store: Store, dispute: Omit<Dispute, 'createdAt'>): Dispute {
  const now = Date.now()
  store.run(
    `insert into disputes (id, intent_id, amount, currency, reason, status, created_at)
    values (:id, :intentId, :amount, :currency, :reason, :status, :now)`,
    { ...dispute, now },
  )
  return { ...dispute, createdAt: new Date(now) }
}

export function findDispute(store: Store, id: string): Dispute | undefined {
  const row = store.find('select * from disputes where id = :id', { id })
  return row && disputeOf(row)
}

/** Returns disputes created since, newest first, starting after the dispute `after`. */
export function listDisputes(
  store: Store,
  { createdSince, after, limit }: { createdSince: Date; after: string | null; limit: number },
): Dispute[] {
  return store
    .list(
      `select * from disputes where created_at >= :since
        and (:after is null or rowid < (select rowid from disputes where id = :after))
      order by rowid desc limit :limit`,
      { since: createdSince.getTime(), after, limit },
    )
    .map(disputeOf)
}

/** Closes an open dispute; returns `undefined` if it is not open. */
export function closeDispute(store: Store, id: string, status: 'won' | 'lost'): Dispute | undefined {
  const closed = store.run(
    "update disputes set status = :status where id = :id and status = 'needs_response'",
    { id, status },
  )
  return closed === 1 ? findDispute(store, id) : undefined
}

function disputeOf(row: Row): Dispute {
  return {
    id: text(row, 'id'),
    intentId: text(row, 'intent_id'),
    amount: number(row, 'amount'),
    currency: text(row, 'currency'),
    reason: text(row, 'reason'),
    status: text(row, 'status') as Dispute['status'],
    createdAt: date(row, 'created_at'),
  }
}
