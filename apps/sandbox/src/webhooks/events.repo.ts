import { newId } from '../ids.ts'
import { date, json, number, text } from '../store/columns.ts'
import type { Row, Store } from '../store/store.ts'

/** A webhook event in Stripe's format. */
export interface SandboxEvent {
  id: string
  type: string
  /** Snapshot of the object at the time of the event. */
  object: object
  /** Deliveries so far, including the one that this claim is for. */
  attemptCount: number
  createdAt: Date
}

const maxAttempts = 20
/** After this time, a delivery whose process has died is repeated. */
const leaseMs = 30_000

/** Inserted in the transaction of the change, so that both happen or neither. */
export function recordEvent(store: Store, type: string, object: object): void {
  store.run(
    `insert into events (id, type, object, next_attempt_at, created_at)
    values (:id, :type, :object, :now, :now)`,
    { id: newId('evt'), type, object: JSON.stringify(object), now: Date.now() },
  )
}

/** Leases the event that has been due for longest to the caller. */
export function claimDueEvent(store: Store): SandboxEvent | undefined {
  const now = Date.now()
  const row = store.find(
    `update events set attempt_count = attempt_count + 1, next_attempt_at = :leasedUntil
    where rowid = (
      select rowid from events where delivered_at is null and next_attempt_at <= :now
        and attempt_count < ${maxAttempts}
      order by next_attempt_at, rowid limit 1)
    returning *`,
    { now, leasedUntil: now + leaseMs },
  )
  return row && eventOf(row)
}

export function markDelivered(store: Store, id: string): void {
  store.run('update events set delivered_at = :now where id = :id', { id, now: Date.now() })
}

export function retryEventAt(store: Store, id: string, time: number): void {
  store.run('update events set next_attempt_at = :time where id = :id', { id, time })
}

function eventOf(row: Row): SandboxEvent {
  return {
    id: text(row, 'id'),
    type: text(row, 'type'),
    object: json(row, 'object'),
    attemptCount: number(row, 'attempt_count'),
    createdAt: date(row, 'created_at'),
  }
}
