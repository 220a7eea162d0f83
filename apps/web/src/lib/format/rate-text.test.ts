import { expect, test } from 'vitest'
import { rateText } from './rate-text.ts'

test.each([
  ['EUR', 'GBP', '0.8463999999', '€1 = £0.8464, ECB rate from 28-02-2031'],
  ['GBP', 'EUR', '1.18', '£1 = €1.1800, ECB rate from 28-02-2031'],
  ['JPY', 'GBP', '0.0051987', 'JP¥1 = £0.005199, ECB rate from 28-02-2031'],
])('a rate from %s to %s is shown with four digits and its date', (from, to, rate, text) => {
  expect(rateText({ from, to, rate, date: '2031-02-28' })).toBe(text)
})
