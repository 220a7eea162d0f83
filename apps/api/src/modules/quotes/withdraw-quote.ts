import { changeUnderLock, may, type ChangeDeps, type ToQuote } from './change-quote.ts'
import { addEntries } from './history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'

/** Takes the quote back: its link shows from now on whom to ask instead. */
export async function withdrawQuote(
  deps: ChangeDeps,
  to: ToQuote,
  { reason }: { reason: string | undefined },
): Promise<void> {
  await changeUnderLock(deps, to, may('withdraw'), async ({ tx, quote, now }) => {
    await changeQuote(tx, quote.id, { state: 'withdrawn' })
    await addEntries(tx, [
      {
        quoteId: quote.id,
        at: now,
        what: 'withdrawn',
        accountId: to.by.accountId,
        why: reason || null,
        facts: { from: quote.state },
      },
    ])
  })
}
