import type { ReactNode } from 'react'
import { amountRange } from '#web/lib/format/price.ts'
import { AmountRow as Row } from '#web/features/quotes/detail/quote-amounts.tsx'
import { SignedRange } from '#web/features/quotes/signed-range.tsx'
import type { quoteTotals } from './quote-pricing.ts'

interface QuoteTotalsProps {
  totals: ReturnType<typeof quoteTotals>
  /** A valid commission is entered. */
  isPriced: boolean
  /** Scope of the amounts, such as '4 tickets'. */
  coverage: string
}

/** Cost, fee, margin and the client's price of the quote; ranges when the client chooses one of the offers. */
export function QuoteTotals({
  totals: { cost, fee, net, clientPrice },
  isPriced,
  coverage,
}: QuoteTotalsProps) {
  return (
    <div>
      <h4 className="mb-2 text-sm font-semibold">Total, {coverage}</h4>
      <dl aria-label="Totals" className="tabular space-y-1.5 text-sm">
        <Row name="Cost">{amountRange(cost.lowest, cost.highest)}</Row>
        <Row name="Fee">{amountRange(fee.lowest, fee.highest)}</Row>
        <Row name="Margin">{isPriced ? <SignedRange {...net} /> : <Unknown />}</Row>
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
          <dt>Client pays</dt>
          <dd className="text-right">
            {isPriced ? amountRange(clientPrice.lowest, clientPrice.highest) : <Unknown />}
          </dd>
        </div>
      </dl>
    </div>
  )
}

/** Keeps the row in place until a commission is entered. */
function Unknown(): ReactNode {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">Enter a commission</span>
    </span>
  )
}
