import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface AccountExport {
  id: string
  state: 'running' | 'ready' | 'failed'
  requestedAt: Date
  endedAt: Date | null
  size: number
}

const columns = sql`id, state, requested_at as "requestedAt", ended_at as "endedAt", size::float8 as size`

/** The newest export of the account. */
export async function findLatestExport(db: DbOrTx, accountId: string): Promise<AccountExport | undefined> {
  const { rows } = await sql<AccountExport>`
    select ${columns} from account_exports where account_id = ${accountId}
    order by requested_at desc limit 1`.execute(db)
  return rows[0]
}

/** Adds an export unless one is running or ready; earlier ones that failed or ended before `expiredAt` go. */
export async function insertExport(
  tx: Tx,
  { id, accountId, expiredAt }: { id: string; accountId: string; expiredAt: Date },
): Promise<AccountExport | undefined> {
  await sql`
    delete from account_exports
    where account_id = ${accountId} and (state = 'failed' or ended_at < ${expiredAt})`.execute(tx)
  const { rows } = await sql<AccountExport>`
    insert into account_exports (id, account_id) values (${id}, ${accountId})
    on conflict do nothing returning ${columns}`.execute(tx)
  return rows[0]
}

/** Its files go with the next run of the job that sweeps files; without the row no one can decrypt them. */
export async function deleteExport(
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_exports')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface StoredExport {
  fileId: string
  encryptedKey: Buffer
  parts: number
  size: number
}

/** A finished export of this account that ended after `expiredAt`. */
export async function findStoredExport(
  db: DbOrTx,
  { id, accountId, expiredAt }: { id: string; accountId: string; expiredAt: Date },
): Promise<StoredExport | undefined> {
  const { rows } = await sql<StoredExport>`
    select file_id as "fileId", encrypted_key as "encryptedKey", parts, size::float8 as size from account_exports
    where id = ${id} and account_id = ${accountId} and state = 'ready' and ended_at >= ${expiredAt}`.execute(
    db,
  )
  return rows[0]
}
