import { expect, test } from 'vitest'
import { countFilters, countMoreFilters } from './feed-params.ts'

// The router adds the parameters that it does not know, such as those of a newsletter's links.
const foreign = { utm_source: 'newsletter' }

test('only filters count, not other parameters of the address', () => {
  const params = { ...foreign, order: 'row' as const, currency: 'EUR', ignored_word: ['cheap'] }
  expect([countFilters(params), countMoreFilters(params)]).toEqual([0, 0])
})

test('a price range counts as one filter, any quantity as none', () => {
  const params = { ...foreign, quantity: 6, min: '50', max: '150', seller: ['tm_1'], mine: '1' as const }
  expect([countFilters(params), countMoreFilters(params)]).toEqual([3, 2])
})
