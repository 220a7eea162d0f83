/**
 * Currency conversion with daily reference rates of the European Central Bank (product.md §3). Rates are per euro, so
 * other pairs go through the euro. Arithmetic is exact; only the converted amount is rounded to its minor unit, halves
 * away from zero.
 */
import { currencyExponent } from './currencies.ts'
import type { CurrencyCode } from './currencies.ts'
import { divideRoundHalfAwayFromZero, money, toSafeInteger } from './money.ts'
import type { Money } from './money.ts'

/** Price of one euro as decimal text such as '0.8642', with its date, 'YYYY-MM-DD'. */
export type DatedRate = { readonly rate: string; readonly date: string }

export type RateTable = {
  /** Each currency has its own date, because not every currency is quoted every day. The euro may be omitted. */
  readonly perEuro: ReadonlyMap<CurrencyCode, DatedRate>
}

/** `rateDate` is the older date of the two rates; `undefined` within one currency. */
export type CrossRate = { rate: string; rateDate: string | undefined }

export type Conversion = CrossRate & { money: Money }

/** Decimals of a stored rate: precise to the minor unit for any price, and within the column's size. */
const rateDecimals = 10

/** Older rates are shown as stale (product.md §3), and in production reject a hold. Six days cover a long weekend. */
export const rateStaleAfterDays = 6

/** A rate is ignored once it is this many days older than the latest rate of any currency. */
export const rateIgnoredAfterDays = 30

/**
 * Price of one unit of `from` in `to`, with at most ten decimals; holds freeze it. '1' within one currency; `null`
 * when a rate is missing.
 */
export function crossRate(table: RateTable, from: CurrencyCode, to: CurrencyCode): CrossRate | null {
  if (from === to) return { rate: '1', rateDate: undefined }
  const fromRate = perEuro(table, from)
  const toRate = perEuro(table, to)
  if (fromRate === null || toRate === null) return null
  const scaled = divideRoundHalfAwayFromZero(
    toRate.digits * 10n ** BigInt(fromRate.decimals + rateDecimals),
    fromRate.digits * 10n ** BigInt(toRate.decimals),
  )
  const [rateDate] = [fromRate.date, toRate.date].filter((date) => date !== undefined).toSorted()
  return { rate: decimalText(scaled), rateDate }
}

/** Converts at a rate from `crossRate`. A frozen rate always gives the same amount. */
export function convertAtRate(amount: Money, to: CurrencyCode, rate: string): Money {
  const { digits, decimals } = parseRate(rate)
  const shift = currencyExponent(to) - currencyExponent(amount.currency) - decimals
  const numerator = BigInt(amount.minor) * digits * 10n ** BigInt(Math.max(0, shift))
  const minor = divideRoundHalfAwayFromZero(numerator, 10n ** BigInt(Math.max(0, -shift)))
  return money(toSafeInteger(minor), to)
}

/** Converts and returns the rate used; `null` when a rate is missing. */
export function convertMoney(amount: Money, to: CurrencyCode, table: RateTable): Conversion | null {
  const cross = crossRate(table, amount.currency, to)
  return cross === null ? null : { money: convertAtRate(amount, to, cross.rate), ...cross }
}

/** Whether a rate of this date ('YYYY-MM-DD') is older than six whole UTC days. */
export function isRateStale(rateDate: string, now: Date): boolean {
  const today = Math.floor(now.getTime() / 86_400_000)
  const day = Math.floor(Date.parse(`${rateDate}T00:00:00Z`) / 86_400_000)
  // Negated so that an invalid date counts as stale.
  return !(today - day <= rateStaleAfterDays)
}

type Decimal = { digits: bigint; decimals: number }

function perEuro(table: RateTable, currency: CurrencyCode): (Decimal & { date?: string }) | null {
  if (currency === 'EUR') return { digits: 1n, decimals: 0 }
  const quoted = table.perEuro.get(currency)
  return quoted === undefined ? null : { ...parseRate(quoted.rate), date: quoted.date }
}

/** @throws RangeError for anything but positive decimal text, because such a rate table is corrupt. */
function parseRate(text: string): Decimal {
  const [integerPart = '', fraction = ''] = text.split('.')
  const digits = /^\d+(\.\d+)?$/.test(text) ? BigInt(integerPart + fraction) : 0n
  if (digits === 0n) throw new RangeError(`"${text}" is not an exchange rate`)
  return { digits, decimals: fraction.length }
}

function decimalText(scaled: bigint): string {
  const digits = String(scaled).padStart(rateDecimals + 1, '0')
  return `${digits.slice(0, -rateDecimals)}.${digits.slice(-rateDecimals)}`.replace(/\.?0+$/, '')
}
