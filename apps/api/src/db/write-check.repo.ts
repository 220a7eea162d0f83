import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './client.ts'
import { isRejectedByDatabase } from './transaction.ts'

const [diskFull, queryCancelled] = ['53100', '57014']

/**
 * Returns a function that says why the database cannot write now; `undefined` if it can. A result that does not fit in
 * memory takes space on its disk for a moment and leaves nothing behind. Concurrent callers share one check.
 * It throws if the database cannot be reached or does not respond in time.
 */
export function createWriteCheck(db: Db): () => Promise<string | undefined> {
  let running: Promise<string | undefined> | undefined
  return () =>
    (running ??= findProblem(db).finally(() => {
      running = undefined
    }))
}

async function findProblem(db: Db): Promise<string | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ read_only: string }>`
        select set_config('work_mem', '64kB', true), current_setting('transaction_read_only') as read_only`.execute(
        tx,
      )
      await sql`select count(*) from generate_series(1, 10000)`.execute(tx)
      return rows[0]?.read_only === 'on' ? 'database does not accept changes' : undefined
    })
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (!isRejectedByDatabase(error) || code === queryCancelled) throw error
    // Its message names files of the server, and anyone may read this.
    return code === diskFull ? 'the disk of the database is full' : 'database cannot write'
  }
}
