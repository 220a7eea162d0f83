import { readHoldsOfQuote } from '#api/modules/holds/index.ts'
import { changeUnderLock, isActionAllowed, type ChangeDeps, type QuoteCommand } from './change-quote.ts'
import { addEntries } from './quote-history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import { offeredHoldIds } from './undo-withdrawal.ts'

/** Withdraws the quote; its link then shows how to contact the broker. */
export async function withdrawQuote(
  deps: ChangeDeps,
  command: QuoteCommand,
  { reason }: { reason: string | undefined },
): Promise<void> {
  await changeUnderLock(deps, command, isActionAllowed('withdraw'), async ({ tx, quote, now }) => {
    const held = await readHoldsOfQuote(tx, {
      teamId: quote.teamId,
      quoteId: quote.id,
      holdIds: offeredHoldIds(quote),
    })
    await changeQuote(tx, quote.id, { state: 'withdrawn' })
    await addEntries(tx, [
      {
        quoteId: quote.id,
        at: now,
        event: 'withdrawn',
        accountId: command.by.accountId,
        reason: reason || null,
        // An undo restores this state, provided that these holds still exist.
        details: { from: quote.state, held: Object.fromEntries(held) },
      },
    ])
  })
}
