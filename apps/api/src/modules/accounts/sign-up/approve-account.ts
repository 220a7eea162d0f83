import { sql } from 'kysely'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { accountErrors } from '../accounts.errors.ts'

export interface ApproveAccount {
  username: string
  /** Approves an account with an unverified email address; for operators who know the person. */
  isUnverifiedAllowed?: boolean
  caller: Caller
}

/**
 * Approves a pending account and returns whether its email is verified.
 * @throws `account.not_pending` for any other or unknown account, `account.email_not_verified` unless allowed.
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
        title: `No pending account with the username ${username}`,
      })
    }
    const { id, email, isEmailVerified } = account
    if (!isEmailVerified && !isUnverifiedAllowed) {
      throw accountErrors.make('account.email_not_verified', {
        title: `${username} has not confirmed ${email} yet. Approve again after that, or now with --unverified`,
      })
    }
    await tx.updateTable('accounts').set({ status: 'active' }).where('id', '=', id).execute()
    await recordEvents(tx, [{ topic: 'account.approved', subject: id, payload: { accountId: id } }])
    await recordSecurityEvents(tx, {
      kind: 'account.approved',
      caller,
      accountId: id,
      details: { email_verified: isEmailVerified },
    })
    return { isEmailVerified }
  })
}
