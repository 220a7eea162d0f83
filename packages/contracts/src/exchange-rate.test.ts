import { expect, test } from 'vitest'
import { wireExchangeRates } from './exchange-rate.ts'

test('a response of the previous release, without exchange rates, has none', () => {
  expect(wireExchangeRates.parse(undefined)).toEqual([])
})
