import { assertEventOnSale, isActionAllowed, type ChangeContext, type QuoteCommand } from './change-quote.ts'
import { addEntries } from './quote-history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import type { Quote } from '../quote.ts'

/* Shared by reopening and extending. */

/** Whether the action is allowed. @throws `quote.event_over` if the event is no longer on sale. */
export const isAllowedWhileOnSale =
  (action: 'reopen' | 'extend') =>
  (quote: Quote, now: Date): boolean => {
    assertEventOnSale(quote, now)
    return isActionAllowed(action)(quote, now)
  }

/** Saves the new expiry and records who set it. */
export async function setExpiry(
  { tx, quote, now }: ChangeContext,
  { by }: QuoteCommand,
  { event, hours, expiresAt }: { event: 'reopened' | 'extended'; hours: number; expiresAt: Date },
): Promise<void> {
  await changeQuote(tx, quote.id, { expiresAt })
  await addEntries(tx, [
    {
      quoteId: quote.id,
      at: now,
      event,
      accountId: by.accountId,
      reason: `for ${hours} hours`,
      details: { from: quote.state, expired_at: quote.expiresAt, expires_at: expiresAt },
    },
  ])
}
