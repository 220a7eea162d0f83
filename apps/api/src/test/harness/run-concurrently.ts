import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'

/**
 * Starts calls that lock these listings and releases them once `waiting` of them block in the database. Otherwise the
 * first calls would finish before the last start.
 */
export async function runConcurrently<Result>(
  db: Db,
  listingIds: readonly string[],
  start: () => Promise<Result>[],
  waiting = 2,
): Promise<Result[]> {
  let running: Promise<Result>[] = []
  await inTransaction(db, async (tx) => {
    await sql`select from listings where id = any(${listingIds}) for update`.execute(tx)
    running = start()
    await vi.waitFor(
      async () => {
        // `pg_stat_activity` is cached within a transaction.
        await sql`select pg_stat_clear_snapshot()`.execute(tx)
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
        expect(rows[0]?.waiting).toBeGreaterThanOrEqual(waiting)
      },
      { timeout: 60_000 },
    )
  })
  return Promise.all(running)
}
