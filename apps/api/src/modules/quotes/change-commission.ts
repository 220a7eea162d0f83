import type { Commission, CommissionMethod } from '@terrace/domain/commission'
import { formatMoney, toDecimal } from '@terrace/domain/money'
import { changeUnderLock, may, type ChangeDeps, type ToQuote } from './change-quote.ts'
import { addEntries } from './history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import { readCommission } from './read-commission.ts'

/** What the client pays follows from the next look on. What a client has said yes to keeps its price. */
export async function changeCommission(
  deps: ChangeDeps,
  to: ToQuote,
  wanted: { method: CommissionMethod; amount: string },
): Promise<void> {
  await changeUnderLock(deps, to, may('editCommission'), async ({ tx, quote, now }) => {
    const commission = readCommission(wanted, quote.currency)
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

function textOf(commission: Commission): string {
  return commission.method === 'fixed'
    ? `${formatMoney(commission.amount)} a ticket`
    : `${toDecimal(commission.basisPoints, 2)} %`
}
