import { sql } from 'kysely'
import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { accountErrors } from './accounts.errors.ts'

export interface ApproveAccount {
  username: string
  /** Lets in even somebody whose e-mail address is not verified: the operator knows who it is. */
  isUnverifiedAllowed?: boolean
  caller: Caller
}

/**
 * Lets a pending account in (product.md §8), once its e-mail address is verified (§12); answers whether it is. Throws
 * `account.not_pending` for any other account and for an unknown name, `account.email_not_verified` before that.
 */
export async function approveAccount(
  { db }: { db: Db },
  { username, isUnverifiedAllowed = false, caller }: ApproveAccount,
): Promise<{ isEmailVerified: boolean }> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; email: string; isEmailVerified: boolean }>`
      select id, email, email_verified_at is not null as "isEmailVerified" from accounts
      where lower(username) = ${username.toLowerCase()} and status = 'pending' for no key update`.execute(tx)
    const [account] = rows
    if (!account) {
      throw accountErrors.make('account.not_pending', {
        title: `There is no pending account named ${username}`,
      })
    }
    const { id, email, isEmailVerified } = account
    if (!isEmailVerified && !isUnverifiedAllowed) {
      throw accountErrors.make('account.email_not_verified', {
        title: `${username} has not confirmed the email address ${email} yet. Approve again once that is done by the link in the letter, or now with --unverified`,
      })
    }
    await tx.updateTable('accounts').set({ status: 'active' }).where('id', '=', id).execute()
    await recordEvents(tx, [{ topic: 'account.approved', subject: id, payload: { accountId: id } }])
    await recordSecurityEvents(tx, {
      kind: 'account.approved',
      caller,
      accountId: id,
      facts: { email_verified: isEmailVerified },
    })
    return { isEmailVerified }
  })
}
