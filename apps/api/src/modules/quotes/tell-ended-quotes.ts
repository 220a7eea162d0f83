import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { ChangeDeps } from './change-quote.ts'
import { findEndedQuotes } from './find-quotes.repo.ts'

/** Longer than the chore is apart: what is told twice is read twice, and nothing else. */
const windowMs = 150_000

/**
 * Tells of quotes that have just ended: nobody does that, time does, but lists and badges that are open count them no more.
 * Nothing depends on it: whether a quote has ended is asked of the clock. Answers how many.
 */
export async function tellEndedQuotes({ db, clock }: ChangeDeps): Promise<number> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const ended = await findEndedQuotes(tx, { after: new Date(now.getTime() - windowMs), until: now })
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
