import { describe, expect, test } from 'vitest'
import { brokerMargin, clientPrice, commissionMethods, commissionOn } from './commission.ts'
import { money } from './money.ts'

const gbp = (minor: number) => money(minor, 'GBP')

test('[QUOTE-03] there are two commission methods', () => {
  expect(commissionMethods).toEqual(['fixed', 'percentage'])
})

test.each([
  [11_800, 1800, 13_600],
  [11_800, 0, 11_800],
  [5, 1, 6],
])('[QUOTE-08] %i pence with a fixed commission of %i cost the client %i', (price, amount, total) => {
  expect(clientPrice(gbp(price), { method: 'fixed', amount: gbp(amount) })).toEqual(gbp(total))
})

test.each([
  [10_000, 1500, 1500],
  [11_800, 1250, 1475],
  [10, 500, 1],
  [9, 500, 0],
  [333, 10_000, 333],
  [100, 0, 0],
])('[QUOTE-09] the commission on %i pence at %i basis points is %i, half up', (price, basisPoints, share) => {
  expect(commissionOn(gbp(price), { method: 'percentage', basisPoints })).toEqual(gbp(share))
})

test.each([
  [13_600, 11_800, 590, 1210],
  [11_800, 11_800, 590, -590],
  [590, 0, 590, 0],
])('a ticket sold for %i that costs %i and a fee of %i earns the broker %i', (price, cost, fee, margin) => {
  expect(brokerMargin({ clientPrice: gbp(price), cost: gbp(cost), fee: gbp(fee) })).toEqual(gbp(margin))
})

test('a margin is only computed within one currency', () => {
  expect(() => brokerMargin({ clientPrice: gbp(200), cost: money(100, 'EUR'), fee: gbp(5) })).toThrow(
    RangeError,
  )
})

test('a commission has the currency of the price and is never negative', () => {
  expect(() => commissionOn(gbp(100), { method: 'fixed', amount: money(1, 'EUR') })).toThrow(RangeError)
  expect(() => commissionOn(gbp(100), { method: 'fixed', amount: gbp(-1) })).toThrow(RangeError)
  expect(() => commissionOn(gbp(100), { method: 'percentage', basisPoints: -1 })).toThrow(RangeError)
})

describe('a wide range of prices and percentages', () => {
  const prices = [1, 2, 3, 5, 9, 10, 33, 99, 101, 8437, 11_800, 99_999, 1_234_567, 9_000_000_001]
  const rates = [0, 1, 33, 49, 50, 51, 99, 100, 333, 1234, 1250, 3333, 9999, 10_000, 100_000]

  test('[QUOTE-09] the commission is rounded half up to the nearest penny', () => {
    for (const price of prices)
      for (const basisPoints of rates) {
        const share = commissionOn(gbp(price), { method: 'percentage', basisPoints }).minor
        // The rounded-off part in ten-thousandths of a penny: −5,000 < rest ≤ 5,000 when halves round up.
        const rest = BigInt(share) * 10_000n - BigInt(price) * BigInt(basisPoints)
        expect(rest > -5000n && rest <= 5000n, `${price} at ${basisPoints}`).toBe(true)
      }
  })

  test('[QUOTE-08] [QUOTE-09] the client price is never below the price and never falls as it rises', () => {
    for (const basisPoints of rates) {
      const paid = prices.map((price) => clientPrice(gbp(price), { method: 'percentage', basisPoints }).minor)
      expect(paid.every((minor, index) => minor >= (prices[index] ?? 0))).toBe(true)
      expect(paid).toEqual(paid.toSorted((left, right) => left - right))
    }
  })
})
