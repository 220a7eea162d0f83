import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

interface Redemption {
  issuer: string
  codeHash: Buffer
  expiresAt: Date
  /** Absent if the handover was declined. */
  sessionId?: string
}

export async function isRedeemed(db: DbOrTx, { issuer, codeHash }: Redemption): Promise<boolean> {
  const row = await db
    .selectFrom('handover_redemptions')
    .select('issuer')
    .where('issuer', '=', issuer)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes the code. False if it was already consumed; a concurrent second call waits for the first to commit. */
export async function insertRedemption(
  db: DbOrTx,
  { issuer, codeHash, expiresAt, sessionId }: Redemption,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('handover_redemptions')
    .values({ issuer, code_hash: codeHash, expires_at: expiresAt, session_id: sessionId ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Expired codes are rejected anyway; the extra day covers clock skew. */
export async function purgeOldHandovers(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('handover_redemptions')
    .where('expires_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
