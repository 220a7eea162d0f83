import { money } from '@terrace/domain/money/money'
import { allInPrice } from '@terrace/domain/money/service-fee'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allInLimit, limitBeforeFee } from './price-limits.ts'

const terms = { currency: 'GBP', service_fee_percent: '5.00' }
const amountOf = (minor: number) => (minor / 100).toFixed(2)
const minorOf = (amount: string) => Math.round(Number(amount) * 100)

test.each([
  ['max', '150', '142.86'],
  ['min', '150', '142.86'],
  // No price has an all-in price of exactly £250.00.
  ['max', '250', '238.09'],
  ['min', '250', '238.10'],
  ['min', '0', '0'],
] as const)('%s £%s all-in is £%s before the fee, and is shown as it was typed', (end, typed, sent) => {
  expect(limitBeforeFee(end, typed, terms)).toBe(sent)
  expect(allInLimit(end, sent, terms)).toBe(typed)
})

test('a price passes the converted limits exactly if its all-in price passes the typed ones', () => {
  const cents = fc.integer({ min: 1, max: 200_000 })
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: 0, max: 2500 }),
      (price, offset, feeBp) => {
        const applied = { currency: 'GBP', service_fee_percent: (feeBp / 100).toFixed(2) }
        const allIn = allInPrice(money(price, 'GBP'), feeBp).minor
        // Around the boundary.
        const limit = amountOf(Math.max(0, allIn + offset))
        const max = minorOf(limitBeforeFee('max', limit, applied))
        const min = minorOf(limitBeforeFee('min', limit, applied))
        expect(price <= max).toBe(allIn <= minorOf(limit))
        expect(price >= min).toBe(allIn >= minorOf(limit))
        for (const [end, sent] of [
          ['max', max],
          ['min', min],
        ] as const) {
          const shown = allInLimit(end, amountOf(sent), applied)
          expect(minorOf(limitBeforeFee(end, shown, applied))).toBe(sent)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
