import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { AppError } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { Account } from '../account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findByUsername, lockActiveAccount, writeHasShortPassword } from '../accounts.repo.ts'
import { withHashPermit } from '../passwords/hash-limit.ts'
import type { DeviceCookie } from '../devices/device-cookies.ts'
import { findKnownDevice } from '../devices/devices.repo.ts'
import { noteLogin } from '../devices/note-login.ts'
import { deleteLoginAttempt, deleteLoginFailuresFrom } from './login-failures.repo.ts'
import { assertLoginAllowed, deviceLimitKey, startLoginAttempt } from './login-limits.ts'
import { isShortPassword } from '../passwords/short-password.ts'
import { dummyHash, passwordMatches } from '../passwords/password-hash.ts'
import { requestEmailVerification, verifyLinkOf } from '../email-verification/request-email-verification.ts'
import { recordFailedLogin, recordLockedLogin, type FailedLogin } from './record-logins.ts'
import { openSessionByPassword } from '../sessions/sessions.repo.ts'
import { startSecondFactor } from './start-second-factor.ts'

export interface LogIn {
  username: string
  password: string
  caller: Caller
  /** Site that email links point to; from `emailLinkOrigin`. */
  siteOrigin?: string | undefined
  /** Known devices that the browser proves, of any account. */
  devices: readonly DeviceCookie[]
}

export interface LoggedIn {
  account: Account
  token: string
  /** For the cookie that makes the device known. */
  deviceEpoch: number
}

/**
 * Opens a session, or asks for the account's second factor. The error is identical for an unknown username and a wrong
 * password.
 */
export async function logIn(
  { db, ids }: { db: Db; ids: Ids },
  { username, password, caller, siteOrigin, devices }: LogIn,
): Promise<LoggedIn | { secondFactor: WireSecondFactorPrompt }> {
  const ipAddress = ipLimitKey(caller.ipAddress)
  const limit = { username, ...deviceLimitKey(await findKnownDevice(db, devices, { username }), ipAddress) }
  const { attempt, found, matches } = await recordLockedLogin(db, { ...limit, caller }, () =>
    withHashPermit(
      async () => {
        const attempt = await startLoginAttempt(db, limit)
        const found = await findByUsername(db, username)
        return {
          attempt,
          found,
          matches: await passwordMatches(password, found?.passwordHash ?? dummyHash),
        }
      },
      () => assertLoginAllowed(db, limit),
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
  const { passwordHash } = found
  const startNextStep = () => startSecondFactor({ db, ids }, { accountId: account.id, passwordHash })
  const prompt = await startNextStep()
  if (prompt) {
    // The right password is no failure. Earlier ones count until the second factor is right too.
    await deleteLoginAttempt(db, attempt)
    return { secondFactor: prompt }
  }
  const hasShortPassword = isShortPassword(password)
  if (hasShortPassword !== account.hasShortPassword) {
    await writeHasShortPassword(db, {
      accountId: account.id,
      passwordHash: found.passwordHash,
      hasShortPassword,
    })
  }
  const session = { id: ids.next('ses'), accountId: account.id, token: ids.secret(), ipAddress }
  const deviceEpoch = await inTransaction(db, async (tx) => {
    // The stronger lock first: two logins that both upgrade a shared one would wait for each other.
    await lockActiveAccount(tx, account.id)
    const isOpen = await openSessionByPassword(
      tx,
      { ...session, userAgent: caller.userAgent, passwordHash, username },
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
    if (!isOpen) return undefined
    await deleteLoginFailuresFrom(tx, limit)
    return noteLogin(tx, { accountId: account.id, sessionId: session.id, devices })
  })
  if (deviceEpoch === undefined) {
    // The account got its second factor, or another password, during this login.
    const secondFactor = await startNextStep()
    return secondFactor ? { secondFactor } : rejectLogin('password_changed')
  }
  return { account, token: session.token, deviceEpoch }
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
