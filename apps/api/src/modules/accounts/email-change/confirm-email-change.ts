import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, writeEmail } from '../accounts.repo.ts'
import { markVerified } from '../email-verification/email-verifications.repo.ts'
import { consumeResetTokens } from '../passwords/password-resets.repo.ts'
import { lockEmails, reserveName } from '../reserved-names.repo.ts'
import {
  endPendingChanges,
  findPendingChangeById,
  lockChangeOfToken,
  undoHours,
  writeConfirmed,
} from './email-changes.repo.ts'

/**
 * Changes the email address with the link that was sent to the new one. Other pending changes and links that were sent
 * to the old address end, except the one that undoes this change; for 72 hours no other account can take the old address.
 * @throws `email.link_invalid`, `email.address_taken` if another account took the address meanwhile
 */
export async function confirmEmailChange(
  { db }: { db: Db },
  { token, caller }: { token: string; caller: Caller },
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const locked = await lockChangeOfToken(tx, hashToken(token), 'confirm')
      const change = locked && (await findPendingChangeById(tx, locked.changeId))
      const account = change && (await findAccount(tx, change.accountId))
      if (!change || !account) throw accountErrors.make('email.link_invalid')
      const { id: changeId, accountId, newEmail } = change
      await lockEmails(tx, [account.email, newEmail])
      await writeConfirmed(tx, changeId, account.email)
      await endPendingChanges(tx, accountId)
      await writeEmail(tx, accountId, newEmail)
      await markVerified(tx, accountId)
      await consumeResetTokens(tx, accountId)
      await reserveName(tx, { kind: 'email', name: account.email, accountId, hours: undoHours })
      await recordEvents(tx, [{ topic: 'account.email_changed', subject: accountId, payload: { changeId } }])
      await recordSecurityEvents(tx, {
        kind: 'account.email_changed',
        caller,
        accountId,
        teamId: account.teamId,
        details: { change_id: changeId },
      })
    })
  } catch (error) {
    if (constraintOf(error) !== 'accounts__email_unique') throw error
    throw accountErrors.make('email.address_taken', { cause: error })
  }
}
