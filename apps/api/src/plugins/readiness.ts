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
  /** Absent in a process that serves no searches. */
  search: { isReady(): boolean } | undefined
}

/** Calls within this time share the statements of one: anyone may call `/health/ready`, as often as they like. */
const databaseCheckMs = 1000

/** Like {@link findUnreadiness}, but asks the database at most once a second. */
export function createReadinessCheck(deps: ReadinessDeps): () => Promise<string | undefined> {
  let startedAt = Number.NEGATIVE_INFINITY
  let problem: Promise<string | undefined> = Promise.resolve(undefined)
  function checkDatabase(): Promise<string | undefined> {
    const now = performance.now()
    if (now - startedAt >= databaseCheckMs) {
      startedAt = now
      problem = findDatabaseProblem(deps)
    }
    return problem
  }
  return () => findUnreadiness(deps, checkDatabase)
}

/** Why the process should get no requests now; `undefined` if it should. */
export async function findUnreadiness(
  deps: ReadinessDeps,
  checkDatabase = () => findDatabaseProblem(deps),
): Promise<string | undefined> {
  const { draining, outbox, search } = deps
  if (draining.isActive()) return 'shutting down'
  const problem = await checkDatabase()
  if (problem !== undefined) return problem
  const seconds = outbox.secondsSinceRead()
  if (seconds > maxSecondsSinceRead) return `changes were last read ${Math.round(seconds)} seconds ago`
  return search && !search.isReady() ? 'the search index is loading' : undefined
}

async function findDatabaseProblem({
  db,
  countPendingMigrations,
  checkWrites,
}: ReadinessDeps): Promise<string | undefined> {
  try {
    await sql`select 1`.execute(db)
    const pending = await countPendingMigrations()
    return pending > 0 ? `${pending} migrations are pending` : await checkWrites()
  } catch {
    return 'database is not reachable'
  }
}
