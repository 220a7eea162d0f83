import type { Commission, CommissionMethod } from '@terrace/domain/commission'
import { formatMoney, toDecimal } from '@terrace/domain/money'
import { changeUnderLock, may, type ChangeDeps, type ToQuote } from './change-quote.ts'
import { costsOfEvent } from './event-costs.ts'
import { addEntries } from './history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import { quoteErrors } from './quotes.errors.ts'
import { findTeamQuote } from './quotes.repo.ts'
import { assertSane, readCommission } from './read-commission.ts'
import { stockOf, type ShowDeps } from './show-quotes.ts'

export interface CommissionDeps extends ChangeDeps, Pick<ShowDeps, 'books' | 'rates'> {}

/**
 * What the client pays follows from the next look on. What a client has said yes to keeps its price. Throws
 * `quote.listings_refused` where an amount cannot be judged, because nothing of the whole event is on sale.
 */
export async function changeCommission(
  deps: CommissionDeps,
  to: ToQuote,
  wanted: { method: CommissionMethod; amount: string },
): Promise<void> {
  const costs = wanted.method === 'fixed' ? await costsOf(deps, to) : []
  await changeUnderLock(deps, to, may('editCommission'), async ({ tx, quote, now }) => {
    const commission = readCommission(wanted, quote.currency)
    assertSane(commission, costs)
    const [from, into] = [textOf(quote.commission), textOf(commission)]
    if (from === into) return
    await changeQuote(tx, quote.id, { commission })
    await addEntries(tx, [
      {
        quoteId: quote.id,
        at: now,
        what: 'commission_changed',
        accountId: to.by.accountId,
        why: `from ${from} to ${into}`,
      },
    ])
  })
}

/** Before anything is locked: the event's book may have to be read. What a quote names stays the same. */
async function costsOf(deps: CommissionDeps, { by, id }: ToQuote): Promise<number[]> {
  const quote = await findTeamQuote(deps.db, by.teamId, id)
  if (!quote) throw quoteErrors.make('quote.not_found')
  if (quote.scope === 'event') return costsOfEvent(await stockOf(deps, quote), quote)
  return quote.offers.map(({ costThen }) => costThen.minor)
}

function textOf(commission: Commission): string {
  return commission.method === 'fixed'
    ? `${formatMoney(commission.amount)} a ticket`
    : `${toDecimal(commission.basisPoints, 2)} %`
}
