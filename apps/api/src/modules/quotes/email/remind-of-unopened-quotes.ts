import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { ChangeDeps } from '../manage/change-quote.ts'
import { takeDueReminders } from './reminders.repo.ts'

/** Reminds brokers of quotes that were sent and not opened. Returns how many. */
export async function remindOfUnopenedQuotes({ db, clock }: ChangeDeps): Promise<number> {
  return inTransaction(db, async (tx) => {
    const unopened = await takeDueReminders(tx, clock.now())
    await recordEvents(
      tx,
      unopened.map((quote) => ({ topic: 'quote.unopened', subject: quote.quoteId, payload: quote })),
    )
    return unopened.length
  })
}
