import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { accountErrors } from './accounts.errors.ts'
import { markVerified, spendVerificationToken } from './email-verifications.repo.ts'

/**
 * Notes that the account's e-mail address is read by who signed up (product.md §12). Throws `email.link_spent` for a token
 * that is unknown, used or lapsed. Answers whether the account is open already.
 */
export async function verifyEmail(
  { db }: { db: Db },
  { token, caller }: { token: string; caller: Caller },
): Promise<{ isOpen: boolean }> {
  return inTransaction(db, async (tx) => {
    const spent = await spendVerificationToken(tx, hashToken(token))
    if (!spent) throw accountErrors.make('email.link_spent')
    const { accountId, status } = spent
    await markVerified(tx, accountId)
    await recordSecurityEvents(tx, { kind: 'account.email_verified', caller, accountId, facts: {} })
    return { isOpen: status === 'active' }
  })
}
