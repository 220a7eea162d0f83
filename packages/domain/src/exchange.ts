/**
 * Between currencies by a day's reference rates (product.md §3). The European Central Bank says what one euro costs in
 * each currency; every other pair goes through the euro. Rates are decimal text and are reckoned exactly; the one
 * rounding of a converted amount is half up to its minor unit.
 */
import { currencyExponent } from './currencies.ts'
import type { CurrencyCode } from './currencies.ts'
import { divideRoundHalfUp, money, toSafeInteger } from './money.ts'
import type { Money } from './money.ts'

/** What one euro costs, as decimal text such as '0.8642', and the day of that rate, 'YYYY-MM-DD'. */
export type QuotedRate = { readonly rate: string; readonly date: string }

export type RateTable = {
  /** Each currency has a day of its own: not every bank quotes all of them on every day. The euro need not be listed. */
  readonly perEuro: ReadonlyMap<CurrencyCode, QuotedRate>
}

/** `rateDate` is the older day of the two rates it is made of; undefined where none was needed. */
export type CrossRate = { rate: string; rateDate: string | undefined }

export type Conversion = CrossRate & { money: Money }

/** Decimals of a rate that is stored: enough that no price moves by a minor unit, few enough for its column. */
const rateDecimals = 10

/** Older than this many days a rate is shown as stale (product.md §3): a long weekend is not. */
export const freshRateDays = 6

/** A currency whose newest rate is this many days older than the newest of all is quoted no more, and has no rate. */
export const quotedWithinDays = 30

/**
 * What one unit of `from` costs in `to`, as decimal text with at most ten decimals: the rate that a hold freezes.
 * '1' within one currency; null where the table lacks one of the two.
 */
export function crossRate(table: RateTable, from: CurrencyCode, to: CurrencyCode): CrossRate | null {
  if (from === to) return { rate: '1', rateDate: undefined }
  const fromRate = perEuro(table, from)
  const toRate = perEuro(table, to)
  if (fromRate === null || toRate === null) return null
  const scaled = divideRoundHalfUp(
    toRate.digits * 10n ** BigInt(fromRate.decimals + rateDecimals),
    fromRate.digits * 10n ** BigInt(toRate.decimals),
  )
  const [rateDate] = [fromRate.date, toRate.date].filter((date) => date !== undefined).toSorted()
  return { rate: decimalText(scaled), rateDate }
}

/** The amount at a rate as `crossRate` gives it. A frozen rate gives the same amount again on any later day. */
export function convertAtRate(amount: Money, to: CurrencyCode, rate: string): Money {
  const { digits, decimals } = parseRate(rate)
  const shift = currencyExponent(to) - currencyExponent(amount.currency) - decimals
  const numerator = BigInt(amount.minor) * digits * 10n ** BigInt(Math.max(0, shift))
  return money(toSafeInteger(divideRoundHalfUp(numerator, 10n ** BigInt(Math.max(0, -shift)))), to)
}

/** The amount in another currency with the rate that was used; null where the table lacks one of the two. */
export function convertMoney(amount: Money, to: CurrencyCode, table: RateTable): Conversion | null {
  const cross = crossRate(table, amount.currency, to)
  return cross === null ? null : { money: convertAtRate(amount, to, cross.rate), ...cross }
}

/** Whether a rate of that day ('YYYY-MM-DD') is older than six days, counted in whole UTC days. */
export function isRateStale(rateDate: string, now: Date): boolean {
  const today = Math.floor(now.getTime() / 86_400_000)
  const day = Math.floor(Date.parse(`${rateDate}T00:00:00Z`) / 86_400_000)
  // Written this way round so that a date that is none counts as stale.
  return !(today - day <= freshRateDays)
}

type Decimal = { digits: bigint; decimals: number }

function perEuro(table: RateTable, currency: CurrencyCode): (Decimal & { date?: string }) | null {
  if (currency === 'EUR') return { digits: 1n, decimals: 0 }
  const quoted = table.perEuro.get(currency)
  return quoted === undefined ? null : { ...parseRate(quoted.rate), date: quoted.date }
}

/** Throws a `RangeError` for anything but positive decimal text: a table with such a rate is broken, not empty. */
function parseRate(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  const digits = /^\d+(\.\d+)?$/.test(text) ? BigInt(whole + fraction) : 0n
  if (digits === 0n) throw new RangeError(`"${text}" is no exchange rate`)
  return { digits, decimals: fraction.length }
}

function decimalText(scaled: bigint): string {
  const digits = String(scaled).padStart(rateDecimals + 1, '0')
  return `${digits.slice(0, -rateDecimals)}.${digits.slice(-rateDecimals)}`.replace(/\.?0+$/, '')
}
