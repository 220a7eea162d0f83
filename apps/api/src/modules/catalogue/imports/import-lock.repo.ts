import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

// The value is arbitrary but must never change. The lock ends with the connection, so with the process.
const lockKey = 7_336_205

/** Runs `work` while no other process imports; `undefined` without running it if one does. */
export async function withImportLock<Result>(
  db: Db,
  work: () => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_lock(${lockKey}) as "isLocked"`.execute(connection)
    if (!rows[0]?.isLocked) return undefined
    try {
      return { result: await work() }
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection)
    }
  })
}
