import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { Ids } from '#api/shared/ids.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import { accountErrors } from '../accounts.errors.ts'
import { countResetRequests, insertReset, lockResetRequests } from './password-resets.repo.ts'

const limits = { forEmailAndIpAddress: 5, fromIpAddress: 30, forEmail: 10 } as const

export interface RequestPasswordReset {
  email: string
  /** Checked with `isAllowedResetLink`. */
  resetLink: string
  caller: Caller
}

/**
 * Records a reset request. The account is looked up only when the email is rendered, so response and timing are the
 * same for every address (product.md §8).
 */
export async function requestPasswordReset(
  { db, ids }: { db: Db; ids: Ids },
  { resetLink, caller, ...given }: RequestPasswordReset,
): Promise<void> {
  const email = given.email.toLowerCase()
  const ipAddress = ipLimitKey(caller.ipAddress)
  const resetId = ids.next('rst')
  await inTransaction(db, async (tx) => {
    await lockResetRequests(tx, { email, ipAddress })
    const requests = await countResetRequests(tx, { email, ipAddress })
    if (
      requests.forEmailAndIpAddress >= limits.forEmailAndIpAddress ||
      requests.fromIpAddress >= limits.fromIpAddress
    ) {
      throw accountErrors.make('password.too_many_requests', {
        title: `Too many requests. Wait ${minutesText(requests.endsInSeconds)} and try again`,
        retryAfterSeconds: requests.endsInSeconds,
      })
    }
    // Enough links in the inbox still work; an error would let strangers lock the owner out.
    if (requests.forEmail >= limits.forEmail) return
    await insertReset(tx, { id: resetId, email, resetLink, ipAddress })
    await recordEvents(tx, [{ topic: 'password_reset.requested', subject: resetId, payload: { resetId } }])
    await recordSecurityEvents(tx, {
      kind: 'password.reset_requested',
      caller,
      details: { reset_id: resetId },
    })
  })
}

/** True for `{origin}/reset-password` on one of our origins, so reset emails never link elsewhere. */
export function isAllowedResetLink(link: string, isAllowedOrigin: (origin: URL) => boolean): boolean {
  const url = URL.parse(link)
  return url !== null && isAllowedOrigin(url) && link === `${url.origin}/reset-password`
}
