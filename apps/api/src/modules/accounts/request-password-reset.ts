import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { addressKey } from '../../shared/address-key.ts'
import type { Ids } from '../../shared/ids.ts'
import { minutesText } from '../../shared/minutes-text.ts'
import { accountErrors } from './accounts.errors.ts'
import { countResetRequests, insertReset, lockResetRequests } from './password-resets.repo.ts'

const limits = { here: 5, fromAddress: 30, forEmail: 10 } as const

export interface RequestPasswordReset {
  email: string
  /** Already judged by `isOwnResetLink`. */
  resetLink: string
  caller: Caller
}

/**
 * Notes that somebody wants a reset link. Whether the e-mail address has an account is found out only when the letter is
 * written, so answer and time are the same for every address (product.md §8).
 */
export async function requestPasswordReset(
  { db, ids }: { db: Db; ids: Ids },
  { resetLink, caller, ...given }: RequestPasswordReset,
): Promise<void> {
  const email = given.email.toLowerCase()
  const address = addressKey(caller.address)
  const resetId = ids.next('rst')
  await inTransaction(db, async (tx) => {
    await lockResetRequests(tx, { email, address })
    const requests = await countResetRequests(tx, { email, address })
    if (requests.here >= limits.here || requests.fromAddress >= limits.fromAddress) {
      throw accountErrors.make('password.too_many_requests', {
        title: `Too many requests. Please wait ${minutesText(requests.endsInSeconds)} and try again`,
        retryAfterSeconds: requests.endsInSeconds,
      })
    }
    // Past this the inbox has links enough that still work; refusing would let strangers shut the owner out.
    if (requests.forEmail >= limits.forEmail) return
    await insertReset(tx, { id: resetId, email, resetLink, address })
    await recordEvents(tx, [{ topic: 'password_reset.requested', subject: resetId, payload: { resetId } }])
    await recordSecurityEvents(tx, {
      kind: 'password.reset_requested',
      caller,
      facts: { reset_id: resetId },
    })
  })
}

/** True for `{origin}/reset-password` on an origin of ours: a letter must never lead anywhere else. */
export function isOwnResetLink(link: string, isOwnOrigin: (origin: URL) => boolean): boolean {
  const url = URL.parse(link)
  return url !== null && isOwnOrigin(url) && link === `${url.origin}/reset-password`
}
