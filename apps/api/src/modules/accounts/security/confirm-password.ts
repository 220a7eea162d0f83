import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { AppError } from '#api/shared/app-error.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, lockPasswordHash, readPasswordHash } from '../accounts.repo.ts'
import { deleteLoginAttempt } from '../login/login-failures.repo.ts'
import { sessionLimitKey, startLoginAttempt } from '../login/login-limits.ts'
import { withHashPermit } from '../passwords/hash-limit.ts'
import { passwordMatches } from '../passwords/password-hash.ts'
import { markProven, readSecondFactorMethods } from './factors.repo.ts'

/**
 * Proves the password in an open session. Returns until when it counts as recent. Wrong guesses count as failed logins.
 * @throws `factor.rejected`, `account.too_many_attempts`
 */
export async function confirmPassword(
  { db }: { db: Db },
  { accountId, sessionId }: AuthenticatedAccount,
  { password, caller }: { password: string; caller: Caller },
): Promise<Date> {
  const context = { caller, actorId: accountId, accountId, sessionId, details: { method: 'password' } }
  if ((await readSecondFactorMethods(db, accountId)).length > 0) {
    throw accountErrors.make('factor.rejected', { title: 'Confirm with your second factor' })
  }
  const username = (await findAccount(db, accountId))?.username ?? ''
  const stored = await withHashPermit(async () => {
    const attempt = await startLoginAttempt(db, { username, ...sessionLimitKey(sessionId) })
    const stored = await readPasswordHash(db, accountId)
    if (stored === undefined || !(await passwordMatches(password, stored))) {
      await recordSecurityEvents(db, { kind: 'factor.rejected', ...context })
      throw wrongPasswordError()
    }
    await deleteLoginAttempt(db, attempt)
    return stored
  })
  return inTransaction(db, async (tx) => {
    // A concurrent reset takes precedence.
    if (!(await lockPasswordHash(tx, accountId, stored))) throw wrongPasswordError()
    await recordSecurityEvents(tx, { kind: 'factor.confirmed', ...context })
    return markProven(tx, sessionId, 'password')
  })
}

function wrongPasswordError(): AppError {
  const title = 'The password is incorrect'
  return accountErrors.make('factor.rejected', { title, details: { fields: { password: [title] } } })
}
