import { sql } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { ImportSource } from '../imports/inventory-import.ts'

/** For files that arrive without a person and wait, also those in the drop folder. */
export const maxWaitingFiles = 100
export const maxWaitingBytes = 1024 ** 3
/** For all stored files of a team, also those of ended imports. `purge-imports.repo.ts` deletes old ones before that. */
const maxStoredBytes = 5 * 1024 ** 3

/** Until the end of the transaction, no other one counts or adds files of the team. */
export async function lockFiles(tx: Tx, teamId: string): Promise<void> {
  await lockUntilEnd(tx, `files of ${teamId}`)
}

/**
 * Which quota of the team so many more bytes would exceed: of files that arrive without a person and wait to be read or
 * decided, or of all stored files, which include those that are arriving from anywhere.
 */
export async function findExceededQuota(
  db: DbOrTx,
  { teamId, source, bytes }: { teamId: string; source: ImportSource; bytes: number },
): Promise<'waiting' | 'storage' | undefined> {
  const { rows } = await sql<{
    waitingFiles: number
    waitingBytes: number
    storedBytes: number
    arrivingBytes: number
  }>`
    select waiting.files as "waitingFiles", waiting.bytes as "waitingBytes", stored.bytes as "storedBytes",
      arriving.bytes as "arrivingBytes"
    from (
      select count(*)::integer as files, coalesce(sum(file_bytes), 0)::float8 as bytes from inventory_imports
      where team_id = ${teamId} and source in ('api', 'drop')
        and state in ('received', 'parsed', 'matched', 'previewed', 'applying')
    ) waiting, (
      select coalesce(sum(file_bytes), 0)::float8 as bytes from inventory_imports
      where team_id = ${teamId} and file_parts <> '{}'
    ) stored, (
      select coalesce(sum(bytes), 0)::float8 as bytes from unclaimed_files
      where team_id = ${teamId} and marked_for_deletion_at is null
    ) arriving`.execute(db)
  const [used] = rows
  if (!used) return undefined
  const isAutomatic = source === 'api' || source === 'drop'
  if (isAutomatic && (used.waitingFiles >= maxWaitingFiles || used.waitingBytes + bytes > maxWaitingBytes))
    return 'waiting'
  return used.storedBytes + used.arrivingBytes + bytes > maxStoredBytes ? 'storage' : undefined
}
