import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { accountErrors } from '../accounts.errors.ts'
import { markVerified, consumeVerificationToken } from './email-verifications.repo.ts'

/**
 * Verifies the account's email address and returns whether the account is active.
 * @throws `email.link_invalid` if the token is unknown, used or expired.
 */
export async function verifyEmail(
  { db }: { db: Db },
  { token, caller }: { token: string; caller: Caller },
): Promise<{ isActive: boolean }> {
  return inTransaction(db, async (tx) => {
    const consumed = await consumeVerificationToken(tx, hashToken(token))
    if (!consumed) throw accountErrors.make('email.link_invalid')
    const { accountId, status } = consumed
    await markVerified(tx, accountId)
    await recordSecurityEvents(tx, { kind: 'account.email_verified', caller, accountId, details: {} })
    return { isActive: status === 'active' }
  })
}
