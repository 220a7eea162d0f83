import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { StoredExport } from './account-exports.repo.ts'

/** One attempt of a process. Its `fileId` is new, so that a slower earlier attempt cannot finish any more. */
export interface ExportAttempt {
  id: string
  accountId: string
  fileId: string
  attempts: number
}

const leaseMinutes = 3

/** Takes the oldest running export that no process works on. */
export async function claimExport(db: DbOrTx, fileId: string): Promise<ExportAttempt | undefined> {
  const { rows } = await sql<ExportAttempt>`
    update account_exports set file_id = ${fileId}, attempts = attempts + 1,
      leased_until = clock_timestamp() + make_interval(mins => ${leaseMinutes})
    where id = (
      select id from account_exports
      where state = 'running' and coalesce(leased_until, requested_at) <= clock_timestamp()
      order by requested_at limit 1 for update skip locked)
    returning id, account_id as "accountId", file_id as "fileId", attempts`.execute(db)
  return rows[0]
}

/** False if another process has taken over, or the export was deleted. */
export async function extendLease(db: DbOrTx, { id, fileId }: ExportAttempt): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account_exports set leased_until = clock_timestamp() + make_interval(mins => ${leaseMinutes})
    where id = ${id} and file_id = ${fileId} and state = 'running'`.execute(db)
  return numAffectedRows === 1n
}

export async function finishExport(
  tx: Tx,
  { id, fileId }: ExportAttempt,
  { encryptedKey, parts, size }: Omit<StoredExport, 'fileId'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account_exports set state = 'ready', ended_at = clock_timestamp(), leased_until = null,
      encrypted_key = ${encryptedKey}, parts = ${parts}, size = ${size}
    where id = ${id} and file_id = ${fileId} and state = 'running'`.execute(tx)
  return numAffectedRows === 1n
}

/** Another attempt follows, later each time. */
export async function delayExport(
  db: DbOrTx,
  { id, fileId, attempts }: ExportAttempt,
  { isCounted }: { isCounted: boolean },
): Promise<void> {
  await sql`
    update account_exports set attempts = attempts - ${isCounted ? 0 : 1},
      leased_until = clock_timestamp() + make_interval(mins => ${isCounted ? attempts * attempts : 0})
    where id = ${id} and file_id = ${fileId} and state = 'running'`.execute(db)
}

export async function failExport(db: DbOrTx, { id, fileId }: ExportAttempt): Promise<void> {
  await sql`
    update account_exports set state = 'failed', ended_at = clock_timestamp(), leased_until = null
    where id = ${id} and file_id = ${fileId} and state = 'running'`.execute(db)
}
