import { formatMoney } from '@terrace/domain/money/money'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Amount, PerTicket, SignedAmount } from '#web/features/quotes/detail/quote-amounts.tsx'
import type { OfferAmounts, OfferCost } from './quote-pricing.ts'

/** Client price, cost, fee and margin per ticket; a skeleton until the cost has loaded. */
export function CostAmounts({
  cost,
  amounts,
  isMissing,
}: {
  cost: OfferCost | null
  amounts: OfferAmounts | null
  isMissing: boolean
}) {
  if (!cost) return isMissing ? null : <Skeleton className="h-4 w-52" />
  return (
    <PerTicket>
      {amounts && <Amount name="Client pays">{formatMoney(amounts.clientPrice)}</Amount>}
      <Amount name="Cost">{formatMoney(cost.cost)}</Amount>
      <Amount name="Fee">{formatMoney(cost.fee)}</Amount>
      {amounts && (
        <Amount name="Margin">
          <SignedAmount amount={amounts.net} />
        </Amount>
      )}
    </PerTicket>
  )
}
