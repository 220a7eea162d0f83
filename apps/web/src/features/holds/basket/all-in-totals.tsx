import { formatMoney } from '@terrace/domain/money/money'
import type { BasketTotals } from './basket.ts'

/** 'All-in £746.58, fee £35.58' per currency, as listings show prices. */
export function AllInTotals({ totals }: { totals: readonly BasketTotals[] }) {
  return totals.map(({ total, fee }, index) => (
    <span key={total.currency}>
      {index > 0 && ' · '}
      <span className="font-semibold text-ink">All-in {formatMoney(total)}</span>, fee {formatMoney(fee)}
    </span>
  ))
}
