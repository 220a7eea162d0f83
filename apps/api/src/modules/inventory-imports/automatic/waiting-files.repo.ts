import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { ImportSource } from '../jobs/inventory-import.ts'

const maxWaitingFiles = 100
const maxWaitingBytes = 1024 ** 3

/**
 * Whether another file of the team may wait to be read or decided. Only files that arrive without a person count. In a
 * transaction, others wait until it ends.
 */
export async function fitsWaitingFiles(
  db: DbOrTx,
  { teamId, source, bytes }: { teamId: string; source: ImportSource; bytes: number },
): Promise<boolean> {
  if (source !== 'api' && source !== 'drop') return true
  if (db.isTransaction)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting files ${teamId}`}, 0))`.execute(db)
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::integer as files, coalesce(sum(file_bytes), 0)::float8 as bytes from inventory_imports
    where team_id = ${teamId} and source in ('api', 'drop')
      and state in ('received', 'parsed', 'matched', 'previewed', 'applying')`.execute(db)
  const [waiting = { files: 0, bytes: 0 }] = rows
  return waiting.files < maxWaitingFiles && waiting.bytes + bytes <= maxWaitingBytes
}
