import { sql, type QueryCreator, type QueryExecutorProvider } from 'kysely'
import type { SandboxDb, SandboxTables, SandboxTx } from './sandbox-tables.ts'

/** Something that the shop is to be told, in Stripe's words. */
export interface SandboxEvent {
  id: string
  type: string
  /** What it tells of, as it was then. */
  object: object
  createdAt: Date
}

export type NewEvent = Omit<SandboxEvent, 'createdAt'>

/** Written in the transaction of the change that it tells of, so that there is never one without the other. */
export async function recordEvent(tx: SandboxTx, event: NewEvent): Promise<void> {
  await insertEvent(tx, event).execute()
}

/** The same as a part of the statement that makes the change. */
export function insertEvent(db: QueryCreator<SandboxTables>, { id, type, object }: NewEvent) {
  return db.insertInto('sandbox.events').values({ id, type, object: JSON.stringify(object) })
}

/** Events that are due, taken for this process for half a minute; the oldest first. */
export async function takeDueEvents(db: SandboxDb, limit: number): Promise<SandboxEvent[]> {
  const { rows } = await sql<{ id: string; type: string; object: object; created_at: Date }>`
    update sandbox.events set tries = tries + 1, next_try_at = clock_timestamp() + interval '30 seconds'
    where id in (
      select id from sandbox.events where delivered_at is null and next_try_at <= clock_timestamp() and tries < 20
      order by created_at for update skip locked limit ${limit})
    returning id, type, object, created_at`.execute(db)
  return rows
    .map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }))
    .toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
}

export async function markDelivered(db: SandboxDb, id: string): Promise<void> {
  await db
    .updateTable('sandbox.events')
    .set({ delivered_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Forgets events that were delivered, or given up, a month ago. Answers how many. Any connection to the sandbox's schema does. */
export async function forgetSentEvents(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sandbox.events where created_at < now() - interval '30 days'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
