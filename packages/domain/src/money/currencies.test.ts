import { expect, test } from 'vitest'
import { currencyExponent, currencySymbol, isCurrencyCode, isTradableCurrency } from './currencies.ts'

test.each([
  ['GBP', '£'],
  ['EUR', '€'],
  ['USD', '$'],
  ['PER', '%'],
])('[FORMAT-04] the symbol of %s is %s', (code, symbol) => {
  expect(currencySymbol(code)).toBe(symbol)
})

test.each([
  ['INR', '₹'],
  ['PLN', 'zł'],
  ['CHF', 'CHF'],
  ['ILS', '₪'],
])('[FORMAT-04] the symbol of %s comes from Intl: %s', (code, symbol) => {
  expect(currencySymbol(code)).toBe(symbol)
})

test('[FORMAT-04] frequently traded currencies have different symbols', () => {
  const codes = [
    'GBP',
    'EUR',
    'USD',
    'AUD',
    'CAD',
    'NZD',
    'HKD',
    'SGD',
    'MXN',
    'BRL',
    'SEK',
    'NOK',
    'DKK',
    'CNY',
    'JPY',
    'ZAR',
  ]
  const symbols = codes.map(currencySymbol)
  expect(new Set(symbols).size).toBe(codes.length)
})

test('text that is not a currency code is returned unchanged', () => {
  expect(currencySymbol('points')).toBe('points')
})

test.each([
  ['GBP', true],
  ['JPY', true],
  ['gbp', false],
  ['PER', false],
  ['XXX', false],
  ['DEM', false],
  ['', false],
  ['constructor', false],
])('"%s" is a currency code: %s', (text, known) => {
  expect(isCurrencyCode(text)).toBe(known)
})

test.each([
  ['GBP', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['toString', 2],
])('%s has %i decimals', (code, decimals) => {
  expect(currencyExponent(code)).toBe(decimals)
})

test('tradable currencies are those with two decimals', () => {
  expect(isTradableCurrency('GBP')).toBe(true)
  expect(isTradableCurrency('JPY')).toBe(false)
  expect(isTradableCurrency('TND')).toBe(false)
})
