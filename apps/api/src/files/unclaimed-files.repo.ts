import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { fileErrors } from './file-store.port.ts'

/** Records a file that is about to be written and that no row references yet; `quota`: what it counts towards until then. */
export async function recordUnclaimed(
  db: DbOrTx,
  name: string,
  quota?: { teamId: string; bytes: number },
): Promise<void> {
  const { teamId = null, bytes = null } = quota ?? {}
  await db.insertInto('unclaimed_files').values({ name, team_id: teamId, bytes }).execute()
}

/**
 * Keeps the files: call it in the transaction that references them.
 * @throws when the sweeper has already taken a file, which it does after a day
 */
export async function claimFiles(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { numDeletedRows } = await tx
    .deleteFrom('unclaimed_files')
    .where('name', 'in', names)
    .where('marked_for_deletion_at', 'is', null)
    .executeTakeFirst()
  if (Number(numDeletedRows) !== names.length) throw fileErrors.make('files.unavailable')
}

/** Marks files that were unclaimed for a day and returns all marked names. Marked files cannot be claimed. */
export async function markForDeletion(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .updateTable('unclaimed_files')
    .set({ marked_for_deletion_at: sql<Date>`coalesce(marked_for_deletion_at, clock_timestamp())` })
    .where('recorded_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

export async function deleteUnclaimed(db: DbOrTx, name: string): Promise<void> {
  await db.deleteFrom('unclaimed_files').where('name', '=', name).execute()
}
