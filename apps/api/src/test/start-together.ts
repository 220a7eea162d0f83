import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'

/**
 * Starts calls that all need these listings, and lets go only when `waiting` of them stand in the database at once:
 * without it the first calls of a race would be over before the last have begun.
 */
export async function startTogether<Result>(
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
        // A transaction sees the activity of others as it was when it first looked.
        await sql`select pg_stat_clear_snapshot()`.execute(tx)
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
        expect(rows[0]?.waiting).toBeGreaterThanOrEqual(waiting)
      },
      { timeout: 10_000 },
    )
  })
  return Promise.all(running)
}
