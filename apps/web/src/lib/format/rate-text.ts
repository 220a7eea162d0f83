import type { WireExchangeRate } from '@terrace/contracts/exchange-rate'
import { currencySymbol } from '@terrace/domain/money/currencies'
import { formatDate } from '@terrace/domain/time/dates'

/** The rate that amounts were converted at. */
export interface ConversionRate {
  from: string
  to: string
  rate: string
  /** YYYY-MM-DD */
  date: string
}

export function conversionRates(rates: readonly WireExchangeRate[], to: string): ConversionRate[] {
  return rates.map(({ currency, rate, date }) => ({ from: currency, to, rate, date }))
}

/** For example '€1 = £0.8464, ECB rate from 28-02-2031'. */
export function rateText({ from, to, rate, date }: ConversionRate): string {
  return `${currencySymbol(from)}1 = ${currencySymbol(to)}${shortRate(rate)}, ECB rate from ${formatDate(date) ?? date}`
}

/** Four decimals, as rates are published, and more for those that would round to almost nothing. */
function shortRate(rate: string): string {
  const number = Number(rate)
  return number < 0.1 ? number.toPrecision(4) : number.toFixed(4)
}
