import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Db } from './client.ts'
import { isStalePlan } from './named-statements.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>

/** A repo read takes either: inside a command the transaction, for a plain read the pool. */
export type Reader = Db | Tx

/** Not serialisable, deadlock, and a connection that has forgotten what was prepared on it. */
const retryable = new Set(['40001', '40P01', '26000'])
const attempts = 3

/**
 * Runs `work` in one transaction; a deadlock, a serialisation failure or a plan that is outdated or forgotten is tried again, so
 * `work` must have no other effect.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= attempts || !(isStalePlan(error) || retryable.has(sqlStateOf(error) ?? ''))) throw error
    }
  }
}

/** Whether the database itself refused the statement: then it has had no effect. Not so where the connection was lost. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** The five-character SQLSTATE of a database error, or undefined for any other error. */
function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Name of the violated constraint, where a database error carries one. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}
