import { assertEventAhead, may, type Changing, type ToQuote } from './change-quote.ts'
import { addEntries } from './history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import type { Quote } from './quote.ts'

/* What reviving and extending have in common. */

/** That the event is over is told as such, and not as a state of the quote. */
export const unlessOver =
  (action: 'revive' | 'extend') =>
  (quote: Quote, now: Date): boolean => {
    assertEventAhead(quote, now)
    return may(action)(quote, now)
  }

/** Writes down when it ends from now on, and who said so. */
export async function moveEnd(
  { tx, quote, now }: Changing,
  { by }: ToQuote,
  { what, hours, expiresAt }: { what: 'revived' | 'extended'; hours: number; expiresAt: Date },
): Promise<void> {
  await changeQuote(tx, quote.id, { expiresAt })
  await addEntries(tx, [
    {
      quoteId: quote.id,
      at: now,
      what,
      accountId: by.accountId,
      why: `for ${hours} hours`,
      facts: { from: quote.state, expired_at: quote.expiresAt, expires_at: expiresAt },
    },
  ])
}
