import { sql, type QueryCreator, type QueryExecutorProvider } from 'kysely'
import type { SandboxDb, SandboxTables, SandboxTx } from '../sandbox-tables.ts'

/** A webhook event in Stripe's format. */
export interface SandboxEvent {
  id: string
  type: string
  /** Snapshot of the object at the time of the event. */
  object: object
  createdAt: Date
}

export type NewEvent = Omit<SandboxEvent, 'createdAt'>

/** Inserted in the transaction of the change, so that both happen or neither. */
export async function recordEvent(tx: SandboxTx, event: NewEvent): Promise<void> {
  await insertEvent(tx, event).execute()
}

/** Inserts the event in the statement that makes the change. */
export function insertEvent(db: QueryCreator<SandboxTables>, { id, type, object }: NewEvent) {
  return db.insertInto('sandbox.events').values({ id, type, object: JSON.stringify(object) })
}

/** Leases due events to this process for 30 seconds, oldest first. */
export async function claimDueEvents(db: SandboxDb, limit: number): Promise<SandboxEvent[]> {
  const { rows } = await sql<{ id: string; type: string; object: object; created_at: Date }>`
    update sandbox.events set attempt_count = attempt_count + 1, next_attempt_at = clock_timestamp() + interval '30 seconds'
    where id in (
      select id from sandbox.events where delivered_at is null and next_attempt_at <= clock_timestamp() and attempt_count < 20
      order by created_at for update skip locked limit ${limit})
    returning id, type, object, created_at`.execute(db)
  return rows
    .map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }))
    .toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
}

export async function markDelivered(db: SandboxDb, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('sandbox.events')
    .set({ delivered_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Deletes events older than 30 days, delivered or abandoned, and returns how many. Accepts any connection to the
 * sandbox's schema.
 */
export async function purgeSentSandboxEvents(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sandbox.events where created_at < now() - interval '30 days'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
