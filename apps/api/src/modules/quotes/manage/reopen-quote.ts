import { dropDueReminder } from '../email/reminders.repo.ts'
import { changeUnderLock, endAfter, type ChangeDeps, type QuoteCommand } from './change-quote.ts'
import { setExpiry, isAllowedWhileOnSale } from './set-quote-expiry.ts'
import { changeQuote, clearResponse } from './quote-changes.repo.ts'

/** Reopens an expired, declined or withdrawn quote for `hours`; its client can respond again. */
export async function reopenQuote(deps: ChangeDeps, command: QuoteCommand, hours: number): Promise<void> {
  await changeUnderLock(deps, command, isAllowedWhileOnSale('reopen'), async (context) => {
    const { tx, quote, now } = context
    await changeQuote(tx, quote.id, { state: 'active' })
    await clearResponse(tx, quote.id)
    // A reminder that waited while the quote was withdrawn would be sent at once.
    await dropDueReminder(tx, quote.id, now)
    await setExpiry(context, command, { event: 'reopened', hours, expiresAt: endAfter(hours, quote, now) })
  })
}
