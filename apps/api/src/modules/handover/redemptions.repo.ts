import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

interface Redemption {
  issuer: string
  codeHash: Buffer
  expiresAt: Date
  /** Absent where the code is given up. */
  sessionId?: string
}

export async function isRedeemed(db: Reader, { issuer, codeHash }: Redemption): Promise<boolean> {
  const row = await db
    .selectFrom('handover_redemptions')
    .select('issuer')
    .where('issuer', '=', issuer)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses the code up. False where it has been used: of two at once the second waits here for what becomes of the first. */
export async function insertRedemption(
  db: Reader,
  { issuer, codeHash, expiresAt, sessionId }: Redemption,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('handover_redemptions')
    .values({ issuer, code_hash: codeHash, expires_at: expiresAt, session_id: sessionId ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets codes that are refused for their age anyway, a day later so that no clock matters. Answers how many. */
export async function forgetOldHandovers(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('handover_redemptions')
    .where('expires_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
