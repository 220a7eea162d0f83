import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { ChangeDeps } from './change-quote.ts'
import { findExpiredQuotes } from './find-quotes.repo.ts'

/** Longer than the job's interval. Publishing an expiry twice only causes a second read. */
const windowMs = 150_000

/**
 * Publishes quotes that have just expired, so that open lists and badges update. Correctness does not depend on it,
 * since the status is derived from the clock. Returns how many.
 */
export async function announceExpiredQuotes({ db, clock }: ChangeDeps): Promise<number> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const ended = await findExpiredQuotes(tx, { after: new Date(now.getTime() - windowMs), until: now })
    await recordEvents(
      tx,
      ended.map(({ quoteId, teamId }) => ({
        topic: 'quote.changed',
        subject: quoteId,
        payload: { quoteId, teamId },
      })),
    )
    return ended.length
  })
}
