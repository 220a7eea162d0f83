import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Commission, CommissionMethod } from '@terrace/domain/money/commission'
import { formatMoney, toDecimal } from '@terrace/domain/money/money'
import { changeUnderLock, isActionAllowed, type ChangeDeps, type QuoteCommand } from './change-quote.ts'
import { costsOfEvent } from '../pricing/event-costs.ts'
import { addEntries } from './quote-history.repo.ts'
import { changeQuote } from './quote-changes.repo.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { findTeamQuote } from '../quotes.repo.ts'
import { assertCommissionInRange, readCommission } from '../create/read-commission.ts'
import { readPricingContext } from '../pricing/pricing-context.ts'
import type { ShowDeps } from './show-quotes.ts'

export interface CommissionDeps extends ChangeDeps, Pick<ShowDeps, 'eventCache' | 'rates'> {}

/**
 * Changes the commission, which applies to client prices immediately. Agreed prices stay.
 * @throws `quote.listings_invalid` when a fixed amount can't be checked because the event has no stock.
 */
export async function changeCommission(
  deps: CommissionDeps,
  command: QuoteCommand,
  requested: { method: CommissionMethod; amount: string },
  actor: Actor,
): Promise<void> {
  const costs = requested.method === 'fixed' ? await costsOf(deps, command) : []
  await changeUnderLock(deps, command, isActionAllowed('editCommission'), async ({ tx, quote, now }) => {
    const commission = readCommission(requested, quote.currency)
    assertCommissionInRange(commission, costs)
    const [before, after] = [formatCommission(quote.commission), formatCommission(commission)]
    if (before === after) return
    await changeQuote(tx, quote.id, { commission })
    await addEntries(tx, [
      {
        quoteId: quote.id,
        at: now,
        event: 'commission_changed',
        accountId: command.by.accountId,
        reason: `from ${before} to ${after}`,
      },
    ])
    await recordChanges(tx, actor, {
      kind: 'quote.commission_changed',
      details: { quote_id: quote.id, before: { commission: before }, after: { commission: after } },
    })
  })
}

/** Runs before the lock, because it may load the event snapshot. The offers of a quote never change. */
async function costsOf(deps: CommissionDeps, { by, id }: QuoteCommand): Promise<number[]> {
  const quote = await findTeamQuote(deps.db, by.teamId, id)
  if (!quote) throw quoteErrors.make('quote.not_found')
  if (quote.scope === 'event') return costsOfEvent(await readPricingContext(deps, quote), quote)
  return quote.offers.map(({ costWhenQuoted }) => costWhenQuoted.minor)
}

function formatCommission(commission: Commission): string {
  return commission.method === 'fixed'
    ? `${formatMoney(commission.amount)} per ticket`
    : `${toDecimal(commission.basisPoints, 2)} %`
}
