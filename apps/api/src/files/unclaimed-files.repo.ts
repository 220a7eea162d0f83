import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transaction.ts'
import { fileErrors } from './file-store.port.ts'

/** Notes that a file of this name is about to be written, and that no row names it yet. */
export async function noteUnclaimed(db: Reader, name: string): Promise<void> {
  await db.insertInto('unclaimed_files').values({ name }).execute()
}

/**
 * To be called in the transaction that makes the files somebody's: from its commit on they stay. Throws where the sweep was there
 * before, as it is for whoever took a day.
 */
export async function claimFiles(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { numDeletedRows } = await tx
    .deleteFrom('unclaimed_files')
    .where('name', 'in', names)
    .where('condemned_at', 'is', null)
    .executeTakeFirst()
  if (Number(numDeletedRows) !== names.length) throw fileErrors.make('files.unavailable')
}

/** From now on nobody may claim what was written a day ago and belongs to nobody. Answers its names, and those condemned before. */
export async function condemnUnclaimed(db: Reader): Promise<string[]> {
  const rows = await db
    .updateTable('unclaimed_files')
    .set({ condemned_at: sql<Date>`coalesce(condemned_at, clock_timestamp())` })
    .where('noted_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

export async function forgetUnclaimed(db: Reader, name: string): Promise<void> {
  await db.deleteFrom('unclaimed_files').where('name', '=', name).execute()
}
