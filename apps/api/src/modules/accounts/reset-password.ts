import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import { firstInWindow } from '../../audit/first-in-window.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { addressKey } from '../../shared/address-key.ts'
import { minutesText } from '../../shared/minutes-text.ts'
import { hashToken } from '../../shared/token-hash.ts'
import { accountErrors } from './accounts.errors.ts'
import { writePasswordHash } from './accounts.repo.ts'
import { endSessions } from './end-sessions.ts'
import { inHashSlot } from './hash-slots.ts'
import { forgetLoginFailuresOf } from './login-failures.repo.ts'
import { hashPassword } from './password-hash.ts'
import {
  accountOfResetToken,
  countResetFailures,
  recordResetFailure,
  spendResetToken,
} from './password-resets.repo.ts'

const failuresPerAddress = 20

const isNews = firstInWindow(15 * 60_000)

/**
 * Sets a new password for the bearer of a reset token, which serves once, and ends all sessions of the account. Answers
 * the ended ones. Throws `password.link_spent` for a token that is unknown, used or lapsed.
 */
export async function resetPassword(
  { db }: { db: Db },
  { token, password, caller }: { token: string; password: string; caller: Caller },
): Promise<string[]> {
  const address = addressKey(caller.address)
  const failed = await countResetFailures(db, address)
  if (failed.count >= failuresPerAddress) {
    if (isNews(address)) await recordRefusal(db, caller, 'too_many')
    throw accountErrors.make('password.too_many_requests', {
      title: `Too many requests. Please wait ${minutesText(failed.endsInSeconds)} and try again`,
      retryAfterSeconds: failed.endsInSeconds,
    })
  }
  const hash = hashToken(token)
  // Looked up before the costly part: who has no token makes nobody hash.
  const accountId = await accountOfResetToken(db, hash)
  if (accountId === undefined) {
    await recordResetFailure(db, address)
    await recordRefusal(db, caller, 'link_spent')
    throw accountErrors.make('password.link_spent')
  }
  const passwordHash = await inHashSlot(() => hashPassword(password))
  return inTransaction(db, async (tx) => {
    if (!(await spendResetToken(tx, hash, accountId))) throw accountErrors.make('password.link_spent')
    await writePasswordHash(tx, accountId, passwordHash)
    // Whoever forgot it has often tried before, and shall not wait now.
    await forgetLoginFailuresOf(tx, accountId)
    await recordEvents(tx, [{ topic: 'password.changed', subject: accountId, payload: { accountId } }])
    await recordSecurityEvents(tx, { kind: 'password.reset', caller, accountId, facts: {} })
    return endSessions(tx, accountId, { reason: 'password_reset', caller })
  })
}

async function recordRefusal(db: Db, caller: Caller, reason: 'link_spent' | 'too_many'): Promise<void> {
  await recordSecurityEvents(db, { kind: 'password.reset_refused', caller, facts: { reason } })
}
