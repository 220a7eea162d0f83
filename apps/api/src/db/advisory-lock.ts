import { sql } from 'kysely'
import type { Db } from './client.ts'
import type { Tx } from './transaction.ts'

/** The lock was not released in time; the transaction has failed. */
class LockTimeout extends Error {}

/**
 * Runs `work` while this process alone holds the lock, or returns `undefined` without running it if another process
 * still holds it after `waitMs`. `work` uses other connections. The lock belongs to a transaction, so that it also works
 * behind a transaction pooler; that transaction writes nothing, so it holds neither the outbox nor vacuum back.
 */
export async function withAdvisoryLock<Result>(
  db: Db,
  lockKey: number,
  work: () => Promise<Result>,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<{ result: Result } | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      await removeTimeLimits(tx)
      const isLocked =
        (await tryLock(tx, lockKey)) || (waitMs > 0 && (await waitForLock(tx, lockKey, waitMs)))
      return isLocked ? { result: await work() } : undefined
    })
  } catch (error) {
    if (error instanceof LockTimeout) return undefined
    throw error
  }
}

/**
 * Waits for the lock of that name and keeps it until the transaction ends, so that what is counted under it cannot
 * change in between. A caller that takes two locks takes them in one order everywhere, or two could wait for each other.
 */
export async function lockUntilEnd(tx: Tx, lockName: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(tx)
}

async function removeTimeLimits(tx: Tx): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', '0', true),
      -- PostgreSQL 15 and 16 do not have it.
      case when current_setting('transaction_timeout', true) is not null
        then set_config('transaction_timeout', '0', true) end`.execute(tx)
}

async function tryLock(tx: Tx, lockKey: number): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey}) as "isLocked"`.execute(tx)
  return rows[0]?.isLocked ?? false
}

async function waitForLock(tx: Tx, lockKey: number, waitMs: number): Promise<boolean> {
  await sql`select set_config('lock_timeout', ${String(waitMs)}, true)`.execute(tx)
  try {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    return true
  } catch (error) {
    if (isLockTimeout(error)) throw new LockTimeout('the lock is held by another process', { cause: error })
    throw error
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
