import { changeUnderLock, endAfter, type ChangeDeps, type ToQuote } from './change-quote.ts'
import { moveEnd, unlessOver } from './prolong-quote.ts'
import { changeQuote, forgetAnswer } from './quote-changes.repo.ts'

/** Lets one that has expired, was declined or withdrawn stand again for so many hours; its client is asked anew. */
export async function reviveQuote(deps: ChangeDeps, to: ToQuote, hours: number): Promise<void> {
  await changeUnderLock(deps, to, unlessOver('revive'), async (changing) => {
    const { tx, quote, now } = changing
    await changeQuote(tx, quote.id, { state: 'active' })
    await forgetAnswer(tx, quote.id)
    await moveEnd(changing, to, { what: 'revived', hours, expiresAt: endAfter(hours, quote, now) })
  })
}
