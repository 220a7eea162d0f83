import type { WireQuoteCheck } from '@terrace/contracts/quotes'
import { toWireMoney } from '@terrace/contracts/wire-money'
import type { CheckedQuote } from './check-quote.ts'
import { presentOffer } from './quotes.presenter.ts'

/** What buying would cost now, before anything is held. */
export function presentCheck({ lines, sums }: CheckedQuote): WireQuoteCheck {
  return {
    lines: lines.map(({ now, splits, held }) => ({
      ...presentOffer(now),
      splits: [...splits],
      held: held && {
        hold_id: held.holdId,
        quantity: held.quantity,
        expires_at: held.expiresAt.toISOString(),
      },
    })),
    cost_then: toWireMoney(sums.costThen),
    cost_now: toWireMoney(sums.costNow),
    service_fee: toWireMoney(sums.fee),
    client_total: toWireMoney(sums.clientTotal),
    net: toWireMoney(sums.net),
  }
}
