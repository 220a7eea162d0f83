import { rateText, type ConversionRate } from '#web/lib/format/rate-text.ts'
import { cx } from '#web/ui/cx.ts'

interface ExchangeRatesProps {
  rates: readonly ConversionRate[]
  className?: string
}

/** The rates that amounts were converted at, each once with its date; nothing when no amount was converted. */
export function ExchangeRates({ rates, className }: ExchangeRatesProps) {
  if (rates.length === 0) return null
  return (
    <ul aria-label="Exchange rates" className={cx('tabular space-y-0.5 text-xs text-muted', className)}>
      {[...new Set(rates.map(rateText))].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
