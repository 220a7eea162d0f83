import { describe, expect, test } from 'vitest'
import {
  addMoney,
  compareMoney,
  divideRoundHalfAwayFromZero,
  formatAmount,
  formatMoney,
  money,
  multiplyMoney,
  parseDecimal,
  sumMoney,
  toDecimal,
  toSafeInteger,
} from './money.ts'

const gbp = (minor: number) => money(minor, 'GBP')

describe('arithmetic', () => {
  test('[X-FORMAT-01] amounts are whole minor units of one currency', () => {
    expect(addMoney(gbp(10), gbp(20))).toEqual({ minor: 30, currency: 'GBP' })
    expect(multiplyMoney(gbp(8500), 4)).toEqual(gbp(34_000))
    expect(sumMoney([gbp(1), gbp(2), gbp(3)], 'GBP')).toEqual(gbp(6))
    expect(sumMoney([], 'EUR')).toEqual(money(0, 'EUR'))
    expect([gbp(3), gbp(-1), gbp(2)].sort(compareMoney)).toEqual([gbp(-1), gbp(2), gbp(3)])
  })

  test('two currencies are never combined', () => {
    expect(() => addMoney(gbp(1), money(1, 'EUR'))).toThrow(RangeError)
    expect(() => compareMoney(gbp(1), money(1, 'EUR'))).toThrow(RangeError)
    expect(() => sumMoney([money(1, 'EUR')], 'GBP')).toThrow(RangeError)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    '%d minor units are rejected',
    (minor) => {
      expect(() => gbp(minor)).toThrow(RangeError)
    },
  )

  test('a result outside the safe integers is rejected, not rounded', () => {
    expect(() => addMoney(gbp(Number.MAX_SAFE_INTEGER), gbp(1))).toThrow(RangeError)
    expect(() => multiplyMoney(gbp(Number.MAX_SAFE_INTEGER), 2)).toThrow(RangeError)
    expect(() => multiplyMoney(gbp(100), 1.5)).toThrow(RangeError)
    expect(() => toSafeInteger(2n ** 53n)).toThrow(RangeError)
    expect(toSafeInteger(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('decimal text', () => {
  test.each([
    ['0', 2, 0],
    ['150.00', 2, 15_000],
    ['1234.5', 2, 123_450],
    ['0.07', 2, 7],
    ['-3.10', 2, -310],
    ['-0.00', 2, 0],
    ['007', 2, 700],
    ['12.3400', 2, 1234],
    ['12', 0, 12],
    ['12.0', 0, 12],
    ['1.234', 3, 1234],
    ['90071992547409.91', 2, Number.MAX_SAFE_INTEGER],
    // as a float, 1.005 × 100 is 100.49999999999999 and 4.35 × 100 is 434.99999999999994
    ['1.005', 3, 1005],
    ['4.35', 2, 435],
  ])('[X-FORMAT-01] %s with exponent %i is %i minor units', (text, exponent, minor) => {
    const parsed = parseDecimal(text, exponent)
    expect(parsed).toEqual({ ok: true, minor })
    expect(parsed.ok && Object.is(parsed.minor, -0)).toBe(false)
  })

  test.each([
    '',
    ' ',
    '1,000.00',
    '1e3',
    '.5',
    '5.',
    '--1',
    '+1',
    '0x10',
    'NaN',
    ' 1',
    '1 ',
    '£1',
    '1.2.3',
    '١',
  ])('"%s" is not a decimal', (text) => {
    expect(parseDecimal(text, 2)).toEqual({ ok: false, reason: 'not_a_decimal' })
  })

  test('input is never rounded', () => {
    expect(parseDecimal('1.005', 2)).toEqual({ ok: false, reason: 'too_many_decimals' })
    expect(parseDecimal('0.5', 0)).toEqual({ ok: false, reason: 'too_many_decimals' })
    expect(parseDecimal('90071992547409.92', 2)).toEqual({ ok: false, reason: 'out_of_range' })
  })

  test.each([
    [0, 2, '0.00'],
    [7, 2, '0.07'],
    [15_000, 2, '150.00'],
    [-310, 2, '-3.10'],
    [-7, 2, '-0.07'],
    [12, 0, '12'],
    [5, 3, '0.005'],
  ])('[X-FORMAT-01] %i minor units with exponent %i are %s', (minor, exponent, text) => {
    expect(toDecimal(minor, exponent)).toBe(text)
    expect(parseDecimal(text, exponent)).toEqual({ ok: true, minor })
  })
})

describe('formatting', () => {
  test.each([
    [0, '£0.00'],
    [5, '£0.05'],
    [8500, '£85.00'],
    [99_999, '£999.99'],
    [100_000, '£1,000.00'],
    [123_450, '£1,234.50'],
    [123_456_789, '£1,234,567.89'],
    [-123_450, '-£1,234.50'],
  ])('[FORMAT-01] [FORMAT-02] %i pence are shown as %s', (minor, text) => {
    expect(formatMoney(gbp(minor))).toBe(text)
  })

  test('[FORMAT-02] an amount without a symbol also has two decimals', () => {
    expect(formatAmount(gbp(123_450))).toBe('1,234.50')
    expect(formatAmount(gbp(-100_000))).toBe('-1,000.00')
    expect(formatAmount(money(1234, 'JPY'))).toBe('1,234.00')
    expect(formatAmount(money(1234, 'BHD'))).toBe('1.234')
  })

  test('[FORMAT-04] the currency symbol precedes the amount', () => {
    expect(formatMoney(money(100, 'EUR'))).toBe('€1.00')
    expect(formatMoney(money(100, 'USD'))).toBe('$1.00')
    expect(formatMoney(money(100, 'CHF'))).toBe('CHF\u00a01.00')
  })
})

describe('rounding', () => {
  test.each([
    [0n, 2n, 0n],
    [1n, 2n, 1n],
    [3n, 2n, 2n],
    [5n, 2n, 3n],
    [4n, 10n, 0n],
    [5n, 10n, 1n],
    [14n, 10n, 1n],
    [15n, 10n, 2n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-1n, 2n, -1n],
    [-4n, 10n, 0n],
    [-15n, 10n, -2n],
    [10n ** 30n + 5n, 10n, 10n ** 29n + 1n],
  ])('[X-CHECKOUT-08] %s / %s is %s, with halves away from zero', (numerator, denominator, result) => {
    expect(divideRoundHalfAwayFromZero(numerator, denominator)).toBe(result)
  })

  test('a denominator that is not positive is rejected', () => {
    expect(() => divideRoundHalfAwayFromZero(1n, 0n)).toThrow(RangeError)
    expect(() => divideRoundHalfAwayFromZero(1n, -2n)).toThrow(RangeError)
  })
})
