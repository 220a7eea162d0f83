import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { clientPrice, type CommissionMethod } from '@terrace/domain/money/commission'
import { money, type Money } from '@terrace/domain/money/money'
import { offerAmounts, parseCommission, possibleLoss } from '#web/features/quotes/builder/quote-pricing.ts'

interface QuoteTerms {
  commission_method: CommissionMethod
  commission_amount: string
}

/**
 * The most that the quote can lose with this commission at current costs; `null` when the commission covers the fee.
 * Tickets that were bought count only if they are offered again, as in a copy, then at the cost that was paid.
 */
export function quoteLoss(
  { offers, currency, offer_choice: choice, price_mode: mode }: WireQuoteDetail,
  { commission_method: method, commission_amount: amount }: QuoteTerms,
  { includesBought }: { includesBought: boolean },
): Money | null {
  const commission = parseCommission({ method, amount, currency })
  if (!commission) return null
  const priced = offers.flatMap(({ parts, cost_when_quoted: costWhenQuoted }) =>
    parts.flatMap(({ kind, quantity, cost: wireCost, service_fee: fee }) => {
      if (!wireCost || (kind === 'bought' && !includesBought)) return []
      const amounts = offerAmounts({ cost: fromWireMoney(wireCost), fee: fromWireMoney(fee) }, commission)
      if (mode === 'floating') return [{ quantity, amounts }]
      // A locked price is based on the cost when quoted, not on the current cost.
      const locked = clientPrice(fromWireMoney(costWhenQuoted), commission)
      const net = money(locked.minor - amounts.cost.minor - amounts.fee.minor, currency)
      return [{ quantity, amounts: { ...amounts, clientPrice: locked, net } }]
    }),
  )
  return possibleLoss(priced, { currency, clientChoosesOne: choice === 'one' })
}
