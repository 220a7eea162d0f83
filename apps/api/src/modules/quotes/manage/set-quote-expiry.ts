import {
  assertEventNotEnded,
  isActionAllowed,
  type ChangeContext,
  type QuoteCommand,
} from './change-quote.ts'
import { addEntries } from './quote-history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import type { Quote } from '../quote.ts'

/* Shared by reopening and extending. */

/** Reports an ended event as such instead of an invalid quote state. */
export const rejectIfEventEnded =
  (action: 'reopen' | 'extend') =>
  (quote: Quote, now: Date): boolean => {
    assertEventNotEnded(quote, now)
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
