/**
 * Money in whole minor units of one currency (product.md §3). Decimal strings exist only on the wire and on screen;
 * floats never hold an amount.
 * Programming errors (unsafe integers, mixed currencies) throw a `RangeError`; user input errors are returned as
 * values by `parseDecimal`.
 */
import { currencyExponent, currencySymbol } from './currencies.ts'
import type { CurrencyCode } from './currencies.ts'

export type Money = {
  /** Minor units (pence, cents), a safe integer. Negative in refunds and differences. */
  readonly minor: number
  readonly currency: CurrencyCode
}

/** @throws RangeError if `minor` is not a safe integer. */
export function money(minor: number, currency: CurrencyCode): Money {
  return { minor: assertSafeInteger(minor), currency }
}

export function addMoney(left: Money, right: Money): Money {
  return money(left.minor + right.minor, sameCurrency(left, right))
}

/** `quantity` is a whole number of tickets. */
export function multiplyMoney(price: Money, quantity: number): Money {
  return money(assertSafeInteger(price.minor) * assertSafeInteger(quantity), price.currency)
}

/** Comparator for `Array.sort`. */
export function compareMoney(left: Money, right: Money): number {
  sameCurrency(left, right)
  return assertSafeInteger(left.minor) - assertSafeInteger(right.minor)
}

/** `currency` is required because the list may be empty. */
export function sumMoney(amounts: Iterable<Money>, currency: CurrencyCode): Money {
  let sum = money(0, currency)
  for (const amount of amounts) sum = addMoney(sum, amount)
  return sum
}

export type ParsedDecimal =
  | { ok: true; minor: number }
  | { ok: false; reason: 'not_a_decimal' | 'too_many_decimals' | 'out_of_range' }

/**
 * Parses '1234.5' with exponent 2 to 123450, without floats. Accepts digits with an optional minus and point. Extra
 * decimals must be zero, because input is never rounded.
 */
export function parseDecimal(text: string, exponent: number): ParsedDecimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return { ok: false, reason: 'not_a_decimal' }
  const [, sign = '', integerPart = '', fraction = ''] = match
  if (/[1-9]/.test(fraction.slice(exponent))) return { ok: false, reason: 'too_many_decimals' }
  const digits = integerPart + fraction.slice(0, exponent).padEnd(exponent, '0')
  const minor = Number(digits)
  if (!Number.isSafeInteger(minor)) return { ok: false, reason: 'out_of_range' }
  return { ok: true, minor: sign === '-' && minor !== 0 ? -minor : minor }
}

/** Inverse of `parseDecimal`: 123450 with exponent 2 → '1234.50'. */
export function toDecimal(minor: number, exponent: number): string {
  const digits = String(Math.abs(assertSafeInteger(minor))).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** '1,234.50': thousands separators and two decimals (spec §9), or more if the currency has more. */
export function formatAmount({ minor, currency }: Money): string {
  const [integerPart = '', fraction = ''] = toDecimal(minor, currencyExponent(currency)).split('.')
  return `${groupThousands(integerPart)}.${fraction.padEnd(2, '0')}`
}

/** '£1,234.50', '-£5.00', 'zł 20.00' (spec §9), with a no-break space after symbols that end in a letter. */
export function formatMoney(amount: Money): string {
  const symbol = currencySymbol(amount.currency)
  const gap = /\p{L}$/u.test(symbol) ? '\u00a0' : ''
  const sign = amount.minor < 0 ? '-' : ''
  return `${sign}${symbol}${gap}${formatAmount(money(Math.abs(amount.minor), amount.currency))}`
}

/**
 * The only rounding of amounts: to the nearest integer, halves away from zero, so that a refund mirrors its charge. For
 * prices and fees, which are never negative, that is "half up".
 * `divideRoundHalfAwayFromZero(5n, 2n)` → 3n.
 * @throws RangeError unless the denominator is positive.
 */
export function divideRoundHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive')
  if (numerator < 0n) return -divideRoundHalfAwayFromZero(-numerator, denominator)
  return (numerator * 2n + denominator) / (denominator * 2n)
}

/** @throws RangeError if the value is outside the safe integers. */
export function toSafeInteger(value: bigint): number {
  return assertSafeInteger(Number(value))
}

/** '1234567' → '1,234,567'; keeps a leading minus. */
export function groupThousands(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

function assertSafeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`)
  return value
}

function sameCurrency(left: Money, right: Money): CurrencyCode {
  if (left.currency === right.currency) return left.currency
  throw new RangeError(`Cannot combine ${left.currency} and ${right.currency}`)
}
