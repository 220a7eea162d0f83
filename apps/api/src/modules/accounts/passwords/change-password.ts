import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, lockPasswordHash, readPasswordHash, writePasswordHash } from '../accounts.repo.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { withHashPermit } from './hash-limit.ts'
import { deleteLoginAttempt } from '../login/login-failures.repo.ts'
import { sessionLimitKey, startLoginAttempt } from '../login/login-limits.ts'
import { assertNotGuessable, ownNames } from './assert-not-guessable.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { consumeResetTokens } from './password-resets.repo.ts'

export interface ChangePassword {
  currentPassword: string
  password: string
  caller: Caller
}

/**
 * Changes the password, ends the account's other sessions, and returns them. Wrong guesses count as failed logins, so
 * an unattended session cannot be used to guess without limit.
 */
export async function changePassword(
  { db }: { db: Db },
  { accountId, sessionId }: AuthenticatedAccount,
  { currentPassword, password, caller }: ChangePassword,
): Promise<string[]> {
  const account = await findAccount(db, accountId)
  const username = account?.username ?? ''
  const { stored, passwordHash } = await withHashPermit(async () => {
    const attempt = await startLoginAttempt(db, { username, ...sessionLimitKey(sessionId) })
    const stored = await readPasswordHash(db, accountId)
    if (stored !== undefined && (await passwordMatches(currentPassword, stored))) {
      await deleteLoginAttempt(db, attempt)
      // Only the owner learns whether a password is one of the names.
      assertNotGuessable(password, ownNames(account))
      return { stored, passwordHash: await hashPassword(password) }
    }
    await recordSecurityEvents(db, {
      kind: 'password.change_rejected',
      caller,
      actorId: accountId,
      accountId,
      sessionId,
      details: {},
    })
    throw wrongPasswordError()
  })
  return inTransaction(db, async (tx) => {
    // A concurrent reset has ended this session and takes precedence.
    if (!(await lockPasswordHash(tx, accountId, stored))) throw wrongPasswordError()
    await writePasswordHash(tx, accountId, passwordHash)
    await consumeResetTokens(tx, accountId)
    await recordEvents(tx, [{ topic: 'password.changed', subject: accountId, payload: { accountId } }])
    const context = { caller, actorId: accountId }
    await recordSecurityEvents(tx, {
      kind: 'password.changed',
      ...context,
      accountId,
      sessionId,
      details: {},
    })
    return endSessions(tx, accountId, { reason: 'password_changed', ...context }, { except: sessionId })
  })
}

function wrongPasswordError() {
  return accountErrors.make('password.current_wrong', {
    details: { fields: { current_password: ['The current password is incorrect'] } },
  })
}
