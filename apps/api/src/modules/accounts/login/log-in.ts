import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { AppError } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { Account } from '../account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findByUsername } from '../accounts.repo.ts'
import { withHashPermit } from '../passwords/hash-limit.ts'
import { deleteLoginAttempt } from './login-failures.repo.ts'
import { assertLoginAllowed, startLoginAttempt } from './login-limits.ts'
import { dummyHash, passwordMatches } from '../passwords/password-hash.ts'
import { requestEmailVerification, verifyLinkOf } from '../email-verification/request-email-verification.ts'
import { recordFailedLogin, recordLockedLogin, type FailedLogin } from './record-logins.ts'
import { openSessionByPassword } from '../sessions/sessions.repo.ts'

export interface LogIn {
  username: string
  password: string
  caller: Caller
  /** Site that email links point to; from `emailLinkOrigin`. */
  siteOrigin?: string | undefined
}

/** Opens a session. The error is identical for an unknown username and a wrong password. */
export async function logIn(
  { db, ids }: { db: Db; ids: Ids },
  { username, password, caller, siteOrigin }: LogIn,
): Promise<{ account: Account; token: string }> {
  const ipAddress = ipLimitKey(caller.ipAddress)
  const { attempt, found, matches } = await recordLockedLogin(db, { username, ipAddress, caller }, () =>
    withHashPermit(
      async () => {
        const attempt = await startLoginAttempt(db, { username, ipAddress })
        const found = await findByUsername(db, username)
        return {
          attempt,
          found,
          matches: await passwordMatches(password, found?.passwordHash ?? dummyHash),
        }
      },
      () => assertLoginAllowed(db, { username, ipAddress }),
    ),
  )
  const account = found?.account
  const rejectLogin = async (
    reason: FailedLogin,
    error = accountErrors.make('account.login_failed'),
  ): Promise<never> => {
    await recordFailedLogin(db, { reason, caller, account })
    throw error
  }
  if (!found || !account) return rejectLogin('unknown_name')
  if (!matches) return rejectLogin('wrong_password')
  if (account.status === 'suspended') return rejectLogin('suspended')
  // Disclosed only after the right password (product.md §8).
  if (account.status === 'pending') {
    await deleteLoginAttempt(db, attempt)
    return rejectLogin('pending', await pendingError({ db, ids }, account, siteOrigin))
  }
  const session = { id: ids.next('ses'), accountId: account.id, token: ids.secret(), ipAddress }
  const isOpen = await openSessionByPassword(
    db,
    { ...session, userAgent: caller.userAgent, passwordHash: found.passwordHash, username },
    {
      kind: 'login.succeeded',
      caller,
      actorId: account.id,
      accountId: account.id,
      teamId: account.teamId,
      sessionId: session.id,
      details: {},
    },
  )
  if (!isOpen) return rejectLogin('password_changed')
  return { account, token: session.token }
}

/** Explains why a new account can't log in yet. If the email address is unverified, it sends a new link. */
async function pendingError(
  { db, ids }: { db: Db; ids: Ids },
  { id: accountId, isEmailVerified }: Account,
  siteOrigin: string | undefined,
): Promise<AppError> {
  if (isEmailVerified || siteOrigin === undefined) return accountErrors.make('account.pending')
  const verifyLink = verifyLinkOf(siteOrigin)
  await inTransaction(db, (tx) => requestEmailVerification({ tx, ids }, { accountId, verifyLink }))
  return accountErrors.make('account.pending', {
    title: 'Your account is waiting for approval. Confirm your email address using the link we sent you',
  })
}
