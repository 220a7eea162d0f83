import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Db } from './client.ts'
import { isStalePlan } from './named-statements.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>

/** Accepted by most repo functions: the transaction inside a command, otherwise the pool. */
export type DbOrTx = Db | Tx

/** Serialisation failure, deadlock, and a connection that lost its prepared statements. */
const retryable = new Set(['40001', '40P01', '26000'])
const maxAttemptCount = 3

/**
 * Runs `work` in a transaction and retries it after a deadlock, a serialisation failure or a stale plan. `work` must
 * have no effects outside the transaction.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attemptCount = 1; ; attemptCount += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attemptCount >= maxAttemptCount || !(isStalePlan(error) || retryable.has(sqlStateOf(error) ?? '')))
        throw error
    }
  }
}

/** Whether the database rejected the statement, so that it had no effect. False for a lost connection. */
export function isRejectedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** SQLSTATE of a database error; `undefined` for any other error. */
function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Name of the violated constraint, if the database reports one. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}
