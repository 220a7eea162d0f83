import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Advisory lock: shared by every batch that sets prices, exclusive for the operator's stop. */
const lockName = sql`hashtext('price-rules/stop')`

/** Waits until the batches that are being written have ended, and keeps others from starting. */
export async function lockStop(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockName})`.execute(tx)
}

/** Makes a stop by the operator wait until this transaction has ended. */
export async function lockAgainstStop(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockName})`.execute(tx)
}

export interface OperatorStop {
  reason: string
  stoppedAt: Date
}

export async function readStop(db: DbOrTx): Promise<OperatorStop | undefined> {
  const { rows } = await sql<OperatorStop>`
    select reason, stopped_at as "stoppedAt" from price_rule_stops`.execute(db)
  return rows[0]
}

export async function writeStop(tx: Tx, { reason, at }: { reason: string; at: Date }): Promise<void> {
  await sql`
    insert into price_rule_stops (reason, stopped_at) values (${reason}, ${at})
    on conflict (id) do update set reason = excluded.reason`.execute(tx)
}

export async function clearStop(tx: Tx): Promise<void> {
  await sql`delete from price_rule_stops`.execute(tx)
}
