import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export async function countUnusedCodes(db: DbOrTx, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function replaceCodes(tx: Tx, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteCodes(tx, accountId)
  await tx
    .insertInto('account_recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, account_id: accountId })))
    .execute()
}

/** False if the code is of another account, was used before, or does not exist. */
export async function useCode(tx: Tx, accountId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_recovery_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('code_hash', '=', hash)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute()
}
