import { formatMoney } from '@terrace/domain/money/money'
import type { BasketTotals } from './basket.ts'

interface AllInTotalsProps {
  totals: readonly BasketTotals[]
  /** What converted prices are based on, such as the rate with its date. */
  rateTexts: readonly string[]
}

/** 'All-in £746.58, fee £35.58' per currency, as listings show prices, and the rates of converted prices. */
export function AllInTotals({ totals, rateTexts }: AllInTotalsProps) {
  return (
    <>
      {totals.map(({ total, fee }, index) => (
        <span key={total.currency}>
          {index > 0 && ' · '}
          <span className="font-semibold text-ink">
            {/* Tabular figures widen hyphens. */}
            <span className="normal-nums">All-in</span> {formatMoney(total)}
          </span>
          , fee {formatMoney(fee)}
        </span>
      ))}
      {totals.length > 0 &&
        rateTexts.map((text) => (
          <span key={text} className="text-xs">
            {' '}
            · {text}
          </span>
        ))}
    </>
  )
}
