import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, writePasswordHash } from '../accounts.repo.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { withHashPermit } from './hash-limit.ts'
import { deleteLoginFailures } from '../login/login-failures.repo.ts'
import { assertNotGuessable, ownNames } from './assert-not-guessable.ts'
import { hashPassword } from './password-hash.ts'
import {
  findAccountIdByResetToken,
  countResetFailures,
  recordResetFailure,
  consumeResetToken,
} from './password-resets.repo.ts'

const failuresPerAddress = 20

const isFirstInWindow = firstInWindow(15 * 60_000)

/**
 * Sets a new password with a single-use token and ends all sessions of the account, which it returns.
 * @throws `password.link_invalid` if the token is unknown, used or expired.
 */
export async function resetPassword(
  { db }: { db: Db },
  { token, password, caller }: { token: string; password: string; caller: Caller },
): Promise<string[]> {
  const ipAddress = ipLimitKey(caller.ipAddress)
  const failed = await countResetFailures(db, ipAddress)
  if (failed.count >= failuresPerAddress) {
    if (isFirstInWindow(ipAddress)) await recordResetRejected(db, caller, 'too_many')
    throw accountErrors.make('password.too_many_requests', {
      title: `Too many requests. Wait ${minutesText(failed.endsInSeconds)} and try again`,
      retryAfterSeconds: failed.endsInSeconds,
    })
  }
  const hash = hashToken(token)
  // Check the token before the expensive hash, so callers without one cannot trigger it.
  const accountId = await findAccountIdByResetToken(db, hash)
  if (accountId === undefined) {
    await recordResetFailure(db, ipAddress)
    await recordResetRejected(db, caller, 'link_invalid')
    throw accountErrors.make('password.link_invalid')
  }
  assertNotGuessable(password, ownNames(await findAccount(db, accountId)))
  const passwordHash = await withHashPermit(() => hashPassword(password))
  return inTransaction(db, async (tx) => {
    if (!(await consumeResetToken(tx, hash, accountId))) throw accountErrors.make('password.link_invalid')
    await writePasswordHash(tx, accountId, passwordHash)
    // Users often fail a few logins before they reset; they should not have to wait now.
    await deleteLoginFailures(tx, accountId)
    await recordEvents(tx, [{ topic: 'password.changed', subject: accountId, payload: { accountId } }])
    await recordSecurityEvents(tx, { kind: 'password.reset', caller, accountId, details: {} })
    return endSessions(tx, accountId, { reason: 'password_reset', caller })
  })
}

async function recordResetRejected(
  db: Db,
  caller: Caller,
  reason: 'link_invalid' | 'too_many',
): Promise<void> {
  await recordSecurityEvents(db, { kind: 'password.reset_rejected', caller, details: { reason } })
}
