import type { SecondFactorProof } from '@terrace/contracts/second-factor'
import type { Caller } from '#api/audit/caller.ts'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { AppError } from '#api/shared/app-error.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { Account } from '../account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, lockActiveAccount } from '../accounts.repo.ts'
import {
  checkSecondFactor,
  factorRejectedError,
  type SecondFactorDeps,
  type UseFactor,
} from '../second-factor/check-second-factor.ts'
import { settleFactorAttempt, startProof } from '../second-factor/factor-limits.ts'
import { findPasskey } from '../second-factor/passkeys.repo.ts'
import { findPendingLogin, takePendingLogin } from '../second-factor/pending-logins.repo.ts'
import type { DeviceCookie } from '../devices/device-cookies.ts'
import { findKnownDevice } from '../devices/devices.repo.ts'
import { noteLogin } from '../devices/note-login.ts'
import { endSession } from '../sessions/end-sessions.ts'
import { insertSession } from '../sessions/sessions.repo.ts'
import { deleteLoginAttempt, deleteLoginFailuresFrom } from './login-failures.repo.ts'
import type { LoggedIn } from './log-in.ts'
import { deviceLimitKey } from './login-limits.ts'
import { recordFailedLogin, recordLockedLogin } from './record-logins.ts'

interface LogInBySecondFactor {
  /** Of the response to the right password, or of a login with a passkey alone. */
  token: string
  proof: SecondFactorProof
  caller: Caller
  /** Known devices that the browser proves, of any account. */
  devices: readonly DeviceCookie[]
}

/**
 * Completes a login and opens its session. Wrong proofs count in the limits of logins, and a limited caller gets the same
 * response to right and wrong ones.
 * @throws `account.login_expired`, `factor.rejected`, `account.too_many_attempts`
 */
export async function logInBySecondFactor(
  deps: SecondFactorDeps & { ids: Ids },
  { token, proof, caller, devices }: LogInBySecondFactor,
): Promise<LoggedIn & { ended: string[] }> {
  const { db } = deps
  const tokenHash = hashToken(token)
  const pending = await findPendingLogin(db, tokenHash)
  if (!pending) throw accountErrors.make('account.login_expired')
  const accountId = pending.accountId ?? (await findAccountOf(deps, proof))
  const account = accountId === undefined ? undefined : await findAccount(db, accountId)
  const ipAddress = ipLimitKey(caller.ipAddress)
  // Unknown passkeys count for the address alone.
  const username = account?.username ?? ipAddress
  const device = account && (await findKnownDevice(db, devices, { accountId: account.id }))
  const limit = { username, ...deviceLimitKey(device, ipAddress) }
  const { attempt, factorAttempt } = await recordLockedLogin(db, { ...limit, caller }, () =>
    startProof(db, { accountId: account?.id, limit, proof }),
  )
  const use = { purpose: 'login', loginHash: tokenHash } as const
  const useFactor = account && (await checkSecondFactor(deps, { accountId: account.id, proof, use, caller }))
  try {
    if (!account || !useFactor) throw factorRejectedError(proof.method)
    const opened = await openSession(deps, { account, tokenHash, useFactor, proof, caller, limit, devices })
    await settleFactorAttempt(db, factorAttempt, { isWrong: false })
    return { account, ...opened }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A double click is not a guess.
    const isWrong = error.code !== 'account.login_expired'
    await settleFactorAttempt(db, factorAttempt, { isWrong })
    if (!isWrong) await deleteLoginAttempt(db, attempt)
    else await recordFailedLogin(db, { reason: 'wrong_second_factor', caller, account })
    throw error
  }
}

/** The account of a login with a passkey alone. */
async function findAccountOf(
  { db }: SecondFactorDeps,
  proof: SecondFactorProof,
): Promise<string | undefined> {
  return proof.method === 'passkey' ? (await findPasskey(db, proof.credential.id))?.accountId : undefined
}

/**
 * Uses login and factor up and opens the session, all or nothing. Returns the session's token, the epoch of its device,
 * and the ended session of a browser that a handover has brought.
 */
async function openSession(
  { db, ids }: SecondFactorDeps & { ids: Ids },
  {
    account: { id: accountId, teamId },
    tokenHash,
    useFactor,
    proof,
    caller,
    limit,
    devices,
  }: {
    account: Account
    tokenHash: Buffer
    useFactor: UseFactor
    proof: SecondFactorProof
    caller: Caller
    limit: { username: string; ipAddress: string }
    devices: readonly DeviceCookie[]
  },
): Promise<Omit<LoggedIn, 'account'> & { ended: string[] }> {
  const session = { id: ids.next('ses'), token: ids.secret() }
  return inTransaction(db, async (tx) => {
    if (!(await lockActiveAccount(tx, accountId))) throw factorRejectedError(proof.method)
    const login = await takePendingLogin(tx, tokenHash)
    if (!login) throw accountErrors.make('account.login_expired')
    if (!(await useFactor(tx))) throw factorRejectedError(proof.method)
    await deleteLoginFailuresFrom(tx, limit)
    await insertSession(tx, {
      ...session,
      accountId,
      userAgent: caller.userAgent,
      ipAddress: ipLimitKey(caller.ipAddress),
      proven: ['second_factor'],
    })
    await recordSecurityEvents(tx, {
      kind: 'login.succeeded',
      caller,
      actorId: accountId,
      accountId,
      teamId,
      sessionId: session.id,
      details: { second_factor: proof.method },
    })
    const deviceEpoch = await noteLogin(tx, { accountId, sessionId: session.id, devices })
    const { replacedSessionId } = login
    const ended =
      replacedSessionId === null ? [] : await endSession(tx, { sessionId: replacedSessionId, caller })
    return { token: session.token, deviceEpoch, ended }
  })
}
