import { expect, test } from 'vitest'
import { clientPrice, commissionMethods, commissionOn } from './commission.ts'
import { money } from './money.ts'

const gbp = (minor: number) => money(minor, 'GBP')

test('[QUOTE-03] there are two methods of commission', () => {
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

test('a commission is in the currency of the price and never negative', () => {
  expect(() => commissionOn(gbp(100), { method: 'fixed', amount: money(1, 'EUR') })).toThrow(RangeError)
  expect(() => commissionOn(gbp(100), { method: 'fixed', amount: gbp(-1) })).toThrow(RangeError)
  expect(() => commissionOn(gbp(100), { method: 'percentage', basisPoints: -1 })).toThrow(RangeError)
})
