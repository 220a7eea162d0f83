/**
 * Money inside Terrace: whole minor units of one currency (product.md §3). Decimal strings exist only on the wire and
 * on the screen; a float never holds an amount.
 *
 * What a caller can get wrong by mistake (an unsafe integer, two currencies in one sum) is a `RangeError`: it is a
 * bug, not an answer. What a user can get wrong (the text of an amount) is a value, see `parseDecimal`.
 */
import { currencyExponent, currencySymbol } from './currencies.ts'
import type { CurrencyCode } from './currencies.ts'

export type Money = {
  /** Minor units (pence, cents), a safe integer. Negative in refunds and differences. */
  readonly minor: number
  readonly currency: CurrencyCode
}

/** Throws a `RangeError` when `minor` is not a safe integer. */
export function money(minor: number, currency: CurrencyCode): Money {
  return { minor: safe(minor), currency }
}

export function addMoney(left: Money, right: Money): Money {
  return money(left.minor + right.minor, sameCurrency(left, right))
}

/** `quantity` is a whole number of tickets. */
export function multiplyMoney(price: Money, quantity: number): Money {
  return money(safe(price.minor) * safe(quantity), price.currency)
}

/** Negative, zero or positive, as `Array.sort` wants it. */
export function compareMoney(left: Money, right: Money): number {
  sameCurrency(left, right)
  return safe(left.minor) - safe(right.minor)
}

/** The currency is given, since an empty list has none. */
export function sumMoney(amounts: Iterable<Money>, currency: CurrencyCode): Money {
  let sum = money(0, currency)
  for (const amount of amounts) sum = addMoney(sum, amount)
  return sum
}

export type ParsedDecimal =
  | { ok: true; minor: number }
  | { ok: false; reason: 'not_a_decimal' | 'too_many_decimals' | 'out_of_range' }

/**
 * '1234.5' with exponent 2 → 123450, digit by digit. Digits with an optional leading minus and an optional point;
 * no thousands separators, no exponent, no blanks. Zeros past the exponent are harmless, any other digit there is
 * refused: nothing is rounded on the way in.
 */
export function parseDecimal(text: string, exponent: number): ParsedDecimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return { ok: false, reason: 'not_a_decimal' }
  const [, sign = '', whole = '', fraction = ''] = match
  if (/[1-9]/.test(fraction.slice(exponent))) return { ok: false, reason: 'too_many_decimals' }
  const digits = whole + fraction.slice(0, exponent).padEnd(exponent, '0')
  const minor = Number(digits)
  if (!Number.isSafeInteger(minor)) return { ok: false, reason: 'out_of_range' }
  return { ok: true, minor: sign === '-' && minor !== 0 ? -minor : minor }
}

/** 123450 with exponent 2 → '1234.50'. The reverse of `parseDecimal`. */
export function toDecimal(minor: number, exponent: number): string {
  const digits = String(Math.abs(safe(minor))).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** '1,234.50': thousands separators, always two decimals (spec §9), or more where the currency itself has more. */
export function formatAmount({ minor, currency }: Money): string {
  const [whole = '', fraction = ''] = toDecimal(minor, currencyExponent(currency)).split('.')
  return `${groupThousands(whole)}.${fraction.padEnd(2, '0')}`
}

/** '£1,234.50', '-£5.00', 'zł 20.00' (with a no-break space after a sign that ends in a letter). Spec §9. */
export function formatMoney(amount: Money): string {
  const symbol = currencySymbol(amount.currency)
  const gap = /\p{L}$/u.test(symbol) ? '\u00a0' : ''
  const sign = amount.minor < 0 ? '-' : ''
  return `${sign}${symbol}${gap}${formatAmount(money(Math.abs(amount.minor), amount.currency))}`
}

/**
 * The one rounding of Terrace: to the nearest integer, a half away from zero, so that a refund mirrors its charge.
 * `divideRoundHalfUp(5n, 2n)` → 3n. Throws a `RangeError` unless the denominator is positive.
 */
export function divideRoundHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive')
  if (numerator < 0n) return -divideRoundHalfUp(-numerator, denominator)
  return (numerator * 2n + denominator) / (denominator * 2n)
}

/** Throws a `RangeError` where the value would not survive as a number. */
export function toSafeInteger(value: bigint): number {
  return safe(Number(value))
}

/** '1234567' → '1,234,567'; a leading minus stays in front. */
export function groupThousands(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`)
  return value
}

function sameCurrency(left: Money, right: Money): CurrencyCode {
  if (left.currency === right.currency) return left.currency
  throw new RangeError(`${left.currency} and ${right.currency} cannot be reckoned together`)
}
