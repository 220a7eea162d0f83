import { expect, test } from 'vitest'
import { money } from './money.ts'
import { highestPriceWithin, lineTotals, serviceFee, totals } from './service-fee.ts'

const gbp = (minor: number) => money(minor, 'GBP')

test.each([
  [0, 500, 0],
  [10_000, 500, 500],
  [8500, 500, 425],
  [11_800, 500, 590],
  // 0.5 pence rounds up, anything less rounds down
  [10, 500, 1],
  [9, 500, 0],
  [30, 500, 2],
  [29, 500, 1],
  [1999, 1250, 250],
  [3333, 333, 111],
  [10_000, 0, 0],
  [10_000, 10_000, 10_000],
  // exact where floats are not: 1.15 × 0.05, and 90 million pounds
  [115, 3000, 35],
  [9_000_000_001, 1234, 1_110_600_000],
])(
  '[CHECKOUT-16] [X-CHECKOUT-08] the fee on %i pence at %i basis points is %i pence',
  (price, feeBp, fee) => {
    expect(serviceFee(gbp(price), feeBp)).toEqual(gbp(fee))
  },
)

test.each([-1, 2.5, Number.NaN])('%d is rejected as basis points', (feeBp) => {
  expect(() => serviceFee(gbp(100), feeBp)).toThrow(RangeError)
})

test('[X-CHECKOUT-08] the fee is rounded per ticket, then multiplied', () => {
  // 0.5 pence per ticket; rounding the line instead would give 2 pence
  expect(lineTotals({ price: gbp(10), quantity: 4, feeBp: 500 })).toEqual({
    tickets: gbp(40),
    fee: gbp(4),
    total: gbp(44),
  })
})

test('[CHECKOUT-12] totals are sums of line amounts times quantities', () => {
  const lines = [
    { price: gbp(11_800), quantity: 3, feeBp: 500 },
    { price: gbp(6910), quantity: 2, feeBp: 500 },
  ]
  expect(totals(lines)).toEqual({ tickets: gbp(49_220), fee: gbp(1770 + 692), total: gbp(51_682) })
})

test('[CHECKOUT-12] lines in two currencies, or no lines, have no total', () => {
  const line = { price: gbp(100), quantity: 1, feeBp: 500 }
  expect(() => totals([line, { ...line, price: money(100, 'EUR') }])).toThrow(RangeError)
  expect(() => totals([])).toThrow(RangeError)
})

test.each([
  [15_000, 500],
  [1, 500],
  [0, 500],
  [9999, 1250],
  [10_000, 0],
  [333, 333],
])(
  'the highest price within %i pence at %i basis points leaves no room for another penny',
  (limit, feeBp) => {
    const { minor } = highestPriceWithin(gbp(limit), feeBp)
    const withFee = (price: number) => price + serviceFee(gbp(price), feeBp).minor
    expect(withFee(minor)).toBeLessThanOrEqual(limit)
    expect(withFee(minor + 1)).toBeGreaterThan(limit)
  },
)
