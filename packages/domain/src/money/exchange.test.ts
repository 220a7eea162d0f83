import { describe, expect, test } from 'vitest'
import { convertAtRate, convertMoney, crossRate, isRateStale } from './exchange.ts'
import type { RateTable } from './exchange.ts'
import { money } from './money.ts'

const date = '2026-04-13'
const table: RateTable = {
  perEuro: new Map([
    ['GBP', { rate: '0.8642', date }],
    ['USD', { rate: '1.1705', date }],
    ['JPY', { rate: '182.35', date }],
    ['IDR', { rate: '19876.4', date }],
    ['KWD', { rate: '0.3601', date: '2026-04-10' }],
  ]),
}

describe('an exchange rate', () => {
  test.each([
    ['EUR', 'GBP', '0.8642'],
    ['EUR', 'IDR', '19876.4'],
    ['GBP', 'GBP', '1'],
    // 1.1705 / 0.8642 and its inverse, through the euro
    ['GBP', 'USD', '1.3544318445'],
    ['USD', 'GBP', '0.7383169586'],
    ['GBP', 'EUR', '1.157139551'],
    ['IDR', 'GBP', '0.0000434787'],
  ])('[X-FEED-06] from %s to %s is %s', (from, to, rate) => {
    expect(crossRate(table, from, to)?.rate).toBe(rate)
  })

  test('[X-FEED-07] has the older of its two dates, and none within one currency', () => {
    expect(crossRate(table, 'EUR', 'GBP')?.rateDate).toBe('2026-04-13')
    expect(crossRate(table, 'KWD', 'USD')?.rateDate).toBe('2026-04-10')
    expect(crossRate(table, 'USD', 'KWD')?.rateDate).toBe('2026-04-10')
    expect(crossRate(table, 'GBP', 'GBP')?.rateDate).toBeUndefined()
  })

  test('does not exist for a currency missing from the table', () => {
    expect(crossRate(table, 'GBP', 'CHF')).toBeNull()
    expect(crossRate(table, 'CHF', 'EUR')).toBeNull()
    expect(convertMoney(money(100, 'GBP'), 'CHF', table)).toBeNull()
  })

  test.each(['0', '0.00', '-1.2', 'abc', '', '1e3', '.5'])('is rejected as "%s" in a table', (text) => {
    const broken = { perEuro: new Map([['GBP', { rate: text, date }]]) }
    expect(() => crossRate(broken, 'EUR', 'GBP')).toThrow(RangeError)
  })
})

describe('a converted amount', () => {
  test.each([
    [10_000, 'EUR', 'GBP', 8642],
    [8500, 'GBP', 'USD', 11_513],
    [8500, 'GBP', 'GBP', 8500],
    // 50 × 0.8642 = 43.21 → 43; 25 × 1.1705 = 29.2625 → 29
    [50, 'EUR', 'GBP', 43],
    [25, 'EUR', 'USD', 29],
    // between currencies with different decimals
    [100, 'EUR', 'JPY', 182],
    [182, 'JPY', 'EUR', 100],
    [10_000, 'EUR', 'KWD', 36_010],
    [36_010, 'KWD', 'EUR', 10_000],
    [-10_000, 'EUR', 'GBP', -8642],
    [0, 'EUR', 'GBP', 0],
  ])('[X-FEED-06] of %i %s in %s is %i', (minor, from, to, converted) => {
    expect(convertMoney(money(minor, from), to, table)?.money).toEqual(money(converted, to))
  })

  test('[X-FEED-06] is rounded half up', () => {
    expect(convertAtRate(money(1, 'EUR'), 'GBP', '0.5')).toEqual(money(1, 'GBP'))
    expect(convertAtRate(money(1, 'EUR'), 'GBP', '0.4999999999')).toEqual(money(0, 'GBP'))
    expect(convertAtRate(money(3, 'EUR'), 'GBP', '1.5')).toEqual(money(5, 'GBP'))
  })

  test('[X-HOLD-01] is reproducible from the stored rate', () => {
    for (const to of ['GBP', 'USD', 'IDR', 'JPY', 'KWD']) {
      const first = convertMoney(money(123_457, 'EUR'), to, table)
      expect(first?.rateDate).toBe(to === 'KWD' ? '2026-04-10' : '2026-04-13')
      expect(convertAtRate(money(123_457, 'EUR'), to, first?.rate ?? '')).toEqual(first?.money)
    }
  })
})

test.each([
  ['2026-04-13', '2026-04-13T09:00:00Z', false],
  ['2026-04-13', '2026-04-19T23:59:59Z', false],
  ['2026-04-13', '2026-04-20T00:00:00Z', true],
  ['2026-04-13', '2026-11-21T00:00:00Z', true],
  ['2026-04-14', '2026-04-13T00:00:00Z', false],
  ['no date', '2026-04-13T00:00:00Z', true],
])('[X-FEED-07] a rate of %s is stale at %s: %s', (rateDate, now, stale) => {
  expect(isRateStale(rateDate, new Date(now))).toBe(stale)
})
