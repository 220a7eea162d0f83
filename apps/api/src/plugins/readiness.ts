import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

/** Longer than any pause of the outbox tail. */
const maxSecondsSinceRead = 30

export interface ReadinessDeps {
  db: Db
  draining: { isActive(): boolean }
  countPendingMigrations: () => Promise<number>
  /** Says why the database cannot write. */
  checkWrites: () => Promise<string | undefined>
  outbox: { secondsSinceRead(): number }
  /** Absent in a process that answers no searches. */
  search: { isReady(): boolean } | undefined
}

/** Why the process should get no requests now; `undefined` if it should. */
export async function findUnreadiness(deps: ReadinessDeps): Promise<string | undefined> {
  const { db, draining, countPendingMigrations, checkWrites, outbox, search } = deps
  if (draining.isActive()) return 'shutting down'
  try {
    await sql`select 1`.execute(db)
    const pending = await countPendingMigrations()
    if (pending > 0) return `${pending} migrations are pending`
    const problem = await checkWrites()
    if (problem !== undefined) return problem
  } catch {
    return 'database is not reachable'
  }
  const seconds = outbox.secondsSinceRead()
  if (seconds > maxSecondsSinceRead) return `changes were last read ${Math.round(seconds)} seconds ago`
  return search && !search.isReady() ? 'the search index is loading' : undefined
}
