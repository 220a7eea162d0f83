import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { accountErrors } from './accounts.errors.ts'
import { writePasswordHash } from './accounts.repo.ts'
import { endSessions } from './end-sessions.ts'
import { inHashSlot } from './hash-slots.ts'
import { minutesText } from './login-limits.ts'
import { hashPassword } from './password-hash.ts'
import {
  accountOfResetToken,
  countResetFailures,
  recordResetFailure,
  spendResetToken,
} from './password-resets.repo.ts'
import { hashToken } from './sessions.repo.ts'

const failuresPerAddress = 20

/**
 * Sets a new password for the bearer of a reset token, which serves once, and ends all sessions of the account. Answers
 * the ended ones. Throws `password.link_spent` for a token that is unknown, used or lapsed.
 */
export async function resetPassword(
  { db }: { db: Db },
  { token, password, address }: { token: string; password: string; address: string },
): Promise<string[]> {
  const failed = await countResetFailures(db, address)
  if (failed.count >= failuresPerAddress) {
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
    throw accountErrors.make('password.link_spent')
  }
  const passwordHash = await inHashSlot(() => hashPassword(password))
  return inTransaction(db, async (tx) => {
    if (!(await spendResetToken(tx, hash, accountId))) throw accountErrors.make('password.link_spent')
    await writePasswordHash(tx, accountId, passwordHash)
    await recordEvents(tx, [{ topic: 'password.changed', subject: accountId, payload: { accountId } }])
    return endSessions(tx, accountId)
  })
}
