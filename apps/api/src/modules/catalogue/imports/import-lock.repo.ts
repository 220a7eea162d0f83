import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

// The value is arbitrary but must never change. The lock ends with the connection, so with the process.
const lockKey = 7_336_205

/**
 * Runs `work` while no other process imports. If one does, waits for at most `waitMs` for its end, and then returns
 * `undefined` without running it: a decision about a name takes a moment, a large file minutes.
 */
export async function withImportLock<Result>(
  db: Db,
  work: () => Promise<Result>,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<{ result: Result } | undefined> {
  return db.connection().execute(async (connection) => {
    const isLocked = (await tryLock(connection)) || (waitMs > 0 && (await waitForLock(connection, waitMs)))
    if (!isLocked) return undefined
    try {
      return { result: await work() }
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection)
    }
  })
}

async function tryLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(${lockKey}) as "isLocked"`.execute(connection)
  return rows[0]?.isLocked ?? false
}

async function waitForLock(connection: Db, waitMs: number): Promise<boolean> {
  const { rows } = await sql<{ before: string }>`
    select current_setting('lock_timeout') as before, set_config('lock_timeout', ${String(waitMs)}, false)`.execute(
    connection,
  )
  try {
    await sql`select pg_advisory_lock(${lockKey})`.execute(connection)
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  } finally {
    await sql`select set_config('lock_timeout', ${rows[0]?.before ?? '0'}, false)`.execute(connection)
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
