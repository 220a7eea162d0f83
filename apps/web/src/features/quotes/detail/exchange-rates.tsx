import type { WireExchangeRate } from '@terrace/contracts/quote-shapes'
import { currencySymbol } from '@terrace/domain/money/currencies'
import { formatDate } from '@terrace/domain/time/dates'

interface ExchangeRatesProps {
  rates: readonly WireExchangeRate[]
  /** The quote's currency. */
  currency: string
}

/** The rates that costs were converted at, with their dates; nothing when all costs are in the quote's currency. */
export function ExchangeRates({ rates, currency }: ExchangeRatesProps) {
  if (rates.length === 0) return null
  return (
    <ul aria-label="Exchange rates" className="tabular space-y-0.5 text-xs text-muted">
      {rates.map((rate) => (
        <li key={`${rate.currency} ${rate.date} ${rate.rate}`}>
          {currencySymbol(rate.currency)}1 = {currencySymbol(currency)}
          {shortRate(rate.rate)}, ECB rate from{' '}
          <span className="whitespace-nowrap">{formatDate(rate.date)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Four decimals, as rates are published, and more for those that would round to almost nothing. */
function shortRate(rate: string): string {
  const number = Number(rate)
  return number < 0.1 ? number.toPrecision(4) : number.toFixed(4)
}
