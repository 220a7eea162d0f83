import type { WireQuoteCheck } from '@terrace/contracts/quotes'
import { toWireMoney } from '@terrace/contracts/wire-money'
import type { CheckedQuote } from './check-quote.ts'
import { presentOffer } from '../manage/quotes.presenter.ts'

export function presentCheck({ lines, exchangeRates, totals }: CheckedQuote): WireQuoteCheck {
  return {
    lines: lines.map(({ priced, splits, held }) => ({
      ...presentOffer(priced),
      splits: [...splits],
      held: held && {
        hold_id: held.holdId,
        quantity: held.quantity,
        expires_at: held.expiresAt.toISOString(),
      },
    })),
    exchange_rates: exchangeRates.map((rate) => ({ ...rate })),
    cost_when_quoted: toWireMoney(totals.costWhenQuoted),
    current_cost: toWireMoney(totals.currentCost),
    service_fee: toWireMoney(totals.fee),
    client_total: toWireMoney(totals.clientTotal),
    net: toWireMoney(totals.net),
  }
}
