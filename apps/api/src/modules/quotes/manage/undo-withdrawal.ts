import { lockStock, readHoldsOfQuote } from '#api/modules/holds/index.ts'
import type { Quote } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { findQuote } from '../quotes.repo.ts'
import {
  changeUnderLock,
  invalidQuoteState,
  type ChangeContext,
  type ChangeDeps,
  type QuoteCommand,
} from './change-quote.ts'
import { changeQuote } from './quote-changes.repo.ts'
import { addEntries, readLastWithdrawal, type Withdrawal } from './quote-history.repo.ts'

/**
 * Restores exactly the state before the withdrawal: link, offers, response and expiry. Repeating it changes nothing.
 * @throws `quote.withdrawal_final` if the quote has expired, was ordered, or its held tickets are gone or promised to
 *   another client.
 */
export async function undoWithdrawal(deps: ChangeDeps, command: QuoteCommand): Promise<void> {
  await changeUnderLock(
    deps,
    command,
    () => true,
    async (context) => {
      const { tx, quote, now } = context
      const withdrawal = await readLastWithdrawal(tx, quote.id)
      if (quote.state !== 'withdrawn') {
        if (withdrawal?.isUndone === true && quote.state !== 'ordered') return
        throw quote.state === 'ordered'
          ? final('This quote has been bought since')
          : invalidQuoteState(quote, now)
      }
      if (!withdrawal) throw invalidQuoteState(quote, now)
      if (withdrawal.at < quote.expiresAt && quote.expiresAt <= now)
        throw final('This quote has expired since. Copy or reopen it to offer it again')
      await assertStillHeld(context, withdrawal)
      await changeQuote(tx, quote.id, { state: withdrawal.from })
      await addEntries(tx, [
        { quoteId: quote.id, at: now, event: 'withdrawal_undone', accountId: command.by.accountId },
      ])
    },
  )
}

/** Ids of the holds behind the offers, without those that another client was promised. */
export const offeredHoldIds = ({ offers }: Pick<Quote, 'offers'>): string[] =>
  offers.flatMap(({ holdId }) => holdId ?? [])

/** The holds may have been released, bought, or promised to the client of another quote. */
async function assertStillHeld({ tx, quote }: ChangeContext, { held }: Withdrawal): Promise<void> {
  const needed = Object.entries(held)
  if (needed.length === 0) return
  const { id, teamId } = quote
  await lockStock(tx, { teamId, holdIds: needed.map(([holdId]) => holdId), listingIds: [] })
  // Read again, because another client may have been promised the holds during the wait.
  const current = await findQuote(tx, id)
  const holds = await readHoldsOfQuote(tx, {
    teamId,
    quoteId: id,
    holdIds: current ? offeredHoldIds(current) : [],
  })
  if (needed.some(([holdId, quantity]) => (holds.get(holdId) ?? 0) < quantity))
    throw final('Some tickets of this quote are no longer held. Reopen it to offer what is available')
}

const final = (title: string) => quoteErrors.make('quote.withdrawal_final', { title })
