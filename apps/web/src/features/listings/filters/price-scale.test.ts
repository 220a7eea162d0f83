import { fromWireMoney } from '@terrace/contracts/wire-money'
import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { priceScale } from './price-scale.ts'

const pounds = (amount: string) => fromWireMoney(gbp(amount))

test('the three steps start at the lowest price, grow by one factor and are rounded', () => {
  const scale = priceScale(gbp('85.00'), gbp('680.00'))
  expect(scale.minimums.map(({ minor }) => minor)).toEqual([8500, 17_000, 34_000])
})

test.each([
  ['85.00', 1],
  ['169.99', 1],
  ['170.00', 2],
  ['339.99', 2],
  ['340.00', 3],
  ['680.00', 3],
] as const)('a price of £%s is on step %i', (price, step) => {
  expect(priceScale(gbp('85.00'), gbp('680.00')).stepOf(pounds(price))).toBe(step)
})

test('equal prices are all on the first step', () => {
  const scale = priceScale(gbp('85.00'), gbp('85.00'))
  expect(scale.stepOf(pounds('85.00'))).toBe(1)
})
