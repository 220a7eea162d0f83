import {
  assertEventAhead,
  changeUnderLock,
  endAfter,
  may,
  type ChangeDeps,
  type Changing,
  type ToQuote,
} from './change-quote.ts'
import { addEntries } from './history.repo.ts'
import { changeQuote, forgetAnswer } from './quote-changes.repo.ts'
import type { Quote } from './quote.ts'

/** Lets one that has expired, was declined or withdrawn stand again for so many hours; its client is asked anew. */
export async function reviveQuote(deps: ChangeDeps, to: ToQuote, hours: number): Promise<void> {
  await changeUnderLock(deps, to, unlessOver('revive'), async (changing) => {
    const { tx, quote, now } = changing
    await changeQuote(tx, quote.id, { state: 'active' })
    await forgetAnswer(tx, quote.id)
    await moveEnd(changing, to, { what: 'revived', hours, expiresAt: endAfter(hours, quote, now) })
  })
}

/** Lets one that stands end so many hours from now; never earlier than it would have. */
export async function extendQuote(deps: ChangeDeps, to: ToQuote, hours: number): Promise<void> {
  await changeUnderLock(deps, to, unlessOver('extend'), async (changing) => {
    const { quote, now } = changing
    const expiresAt = endAfter(hours, quote, now)
    if (expiresAt <= quote.expiresAt) return
    await moveEnd(changing, to, { what: 'extended', hours, expiresAt })
  })
}

/** That the event is over is told as such, and not as a state of the quote. */
const unlessOver =
  (action: 'revive' | 'extend') =>
  (quote: Quote, now: Date): boolean => {
    assertEventAhead(quote, now)
    return may(action)(quote, now)
  }

async function moveEnd(
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
