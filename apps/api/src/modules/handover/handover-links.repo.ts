import type { DbOrTx, Tx } from '#api/db/transaction.ts'

interface Link {
  issuer: string
  subjectHash: Buffer
}

/** The account of this user of the site. */
export async function findLink(db: DbOrTx, { issuer, subjectHash }: Link): Promise<string | undefined> {
  const row = await db
    .selectFrom('handover_links')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject_hash', '=', subjectHash)
    .executeTakeFirst()
  return row?.account_id
}

/** False if this user or this account is linked. */
export async function insertLink(
  tx: Tx,
  { issuer, subjectHash, accountId }: Link & { accountId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('handover_links')
    .values({ issuer, subject_hash: subjectHash, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns whether there was one. */
export async function deleteLink(
  tx: Tx,
  { issuer, accountId }: { issuer: string; accountId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('handover_links')
    .where('issuer', '=', issuer)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
