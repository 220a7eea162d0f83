import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Records that the process runs. */
export async function recordProcess(
  db: DbOrTx,
  { id, roles }: { id: string; roles: readonly string[] },
): Promise<void> {
  await sql`
    insert into processes (id, roles) values (${id}, ${roles})
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db)
}

/** Frees what the process has claimed. */
export async function removeProcess(db: DbOrTx, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute()
}

/** Deletes processes that ended without removing themselves an hour ago, and returns how many. */
export async function purgeEndedProcesses(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('processes')
    .where('seen_at', '<', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
