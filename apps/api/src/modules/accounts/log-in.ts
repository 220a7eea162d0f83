import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addressKey } from '../../shared/address-key.ts'
import type { AppError } from '../../shared/app-error.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Account } from './account.ts'
import { accountErrors } from './accounts.errors.ts'
import { findByUsername } from './accounts.repo.ts'
import { inHashSlot } from './hash-slots.ts'
import { forgetLoginAttempt } from './login-failures.repo.ts'
import { assertMayTry, beginAttempt } from './login-limits.ts'
import { nobodysHash, passwordMatches } from './password-hash.ts'
import { requestEmailVerification, verifyLinkOf } from './request-email-verification.ts'
import { recordFailedLogin, recordLock, type FailedLogin } from './record-logins.ts'
import { openSessionByPassword } from './sessions.repo.ts'

export interface LogIn {
  username: string
  password: string
  caller: Caller
  /** The site that a letter would lead to; from `letterOrigin`. */
  siteOrigin?: string | undefined
}

/** Opens a session for the right user name and password; answers the same for an unknown name and a wrong password. */
export async function logIn(
  { db, ids }: { db: Db; ids: Ids },
  { username, password, caller, siteOrigin }: LogIn,
): Promise<{ account: Account; token: string }> {
  const address = addressKey(caller.address)
  const { attempt, found, matches } = await recordLock(db, { username, address, caller }, () =>
    inHashSlot(
      async () => {
        const attempt = await beginAttempt(db, { username, address })
        const found = await findByUsername(db, username)
        return {
          attempt,
          found,
          matches: await passwordMatches(password, found?.passwordHash ?? nobodysHash),
        }
      },
      () => assertMayTry(db, { username, address }),
    ),
  )
  const account = found?.account
  const refuse = async (
    reason: FailedLogin,
    error = accountErrors.make('account.login_failed'),
  ): Promise<never> => {
    await recordFailedLogin(db, { reason, caller, account })
    throw error
  }
  if (!found || !account) return refuse('unknown_name')
  if (!matches) return refuse('wrong_password')
  if (account.status === 'suspended') return refuse('suspended')
  // Told only after the right password (product.md §8).
  if (account.status === 'pending') {
    await forgetLoginAttempt(db, attempt)
    return refuse('pending', await pendingError({ db, ids }, account, siteOrigin))
  }
  const session = { id: ids.next('ses'), accountId: account.id, token: ids.secret(), address }
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
      facts: {},
    },
  )
  if (!isOpen) return refuse('password_changed')
  return { account, token: session.token }
}

/** What keeps a new account out, told to who has its password; where that is the address, with a new link on its way. */
async function pendingError(
  { db, ids }: { db: Db; ids: Ids },
  { id: accountId, isEmailVerified }: Account,
  siteOrigin: string | undefined,
): Promise<AppError> {
  if (isEmailVerified || siteOrigin === undefined) return accountErrors.make('account.pending')
  const verifyLink = verifyLinkOf(siteOrigin)
  await inTransaction(db, (tx) => requestEmailVerification({ tx, ids }, { accountId, verifyLink }))
  return accountErrors.make('account.pending', {
    title:
      'Your account is waiting for approval. Please confirm your email address with the link that we have sent you',
  })
}
