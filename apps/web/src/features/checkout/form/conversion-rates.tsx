import type { WireHold } from '@terrace/contracts/holds'
import { formatDate } from '@terrace/domain/time/dates'

/** The frozen rates behind the total, each with its date; nothing when no price was converted. */
export function ConversionRates({ holds }: { holds: readonly WireHold[] }) {
  const rates = [...new Set(holds.flatMap((hold) => rateText(hold) ?? []))]
  if (rates.length === 0) return null
  return (
    <ul aria-label="Exchange rates" className="tabular mt-2 text-xs text-muted">
      {rates.map((rate) => (
        <li key={rate}>{rate}</li>
      ))}
    </ul>
  )
}

/** '1 EUR = 0.8642 GBP, ECB rate of 19-11-2026'. */
function rateText({ price, conversion }: WireHold): string | null {
  if (!conversion) return null
  const { original_price: original, rate, rate_date: date } = conversion
  return `1 ${original.currency} = ${shortRate(rate)} ${price.currency}, ECB rate of ${formatDate(date)}`
}

/** Five digits are enough to check a total; the server calculates with all ten decimals. */
function shortRate(rate: string): string {
  return Number(rate).toLocaleString('en-GB', { maximumSignificantDigits: 5 })
}
