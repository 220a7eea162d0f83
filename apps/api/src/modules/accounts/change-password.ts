import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { addressKey } from '../../shared/address-key.ts'
import { accountErrors } from './accounts.errors.ts'
import { findAccount, holdPassword, readPasswordHash, writePasswordHash } from './accounts.repo.ts'
import { endSessions } from './end-sessions.ts'
import { inHashSlot } from './hash-slots.ts'
import { forgetLoginAttempt } from './login-failures.repo.ts'
import { beginAttempt } from './login-limits.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { spendResetTokensOf } from './password-resets.repo.ts'

export interface ChangePassword {
  currentPassword: string
  password: string
  caller: Caller
}

/**
 * Sets a new password for who knows the present one, and ends the account's other sessions. Answers the ended ones.
 * Wrong guesses count as failed logins: a session left open is no way around their limit.
 */
export async function changePassword(
  { db }: { db: Db },
  { accountId, sessionId }: SignedIn,
  { currentPassword, password, caller }: ChangePassword,
): Promise<string[]> {
  const username = (await findAccount(db, accountId))?.username ?? ''
  const { stored, passwordHash } = await inHashSlot(async () => {
    const attempt = await beginAttempt(db, { username, address: addressKey(caller.address) })
    const stored = await readPasswordHash(db, accountId)
    if (stored !== undefined && (await passwordMatches(currentPassword, stored))) {
      await forgetLoginAttempt(db, attempt)
      return { stored, passwordHash: await hashPassword(password) }
    }
    await recordSecurityEvents(db, {
      kind: 'password.change_refused',
      caller,
      actorId: accountId,
      accountId,
      sessionId,
      facts: {},
    })
    throw wrongPassword()
  })
  return inTransaction(db, async (tx) => {
    // A reset that came in between has ended this session and wants the last word.
    if (!(await holdPassword(tx, accountId, stored))) throw wrongPassword()
    await writePasswordHash(tx, accountId, passwordHash)
    await spendResetTokensOf(tx, accountId)
    await recordEvents(tx, [{ topic: 'password.changed', subject: accountId, payload: { accountId } }])
    const who = { caller, actorId: accountId }
    await recordSecurityEvents(tx, { kind: 'password.changed', ...who, accountId, sessionId, facts: {} })
    return endSessions(tx, accountId, { reason: 'password_changed', ...who }, { except: sessionId })
  })
}

function wrongPassword() {
  return accountErrors.make('password.current_wrong', {
    details: { fields: { current_password: ['The current password is not correct'] } },
  })
}
