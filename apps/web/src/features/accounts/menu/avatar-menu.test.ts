import { expect, test } from 'vitest'
import { countsText } from './avatar-menu.tsx'

test.each([
  [1, 0, '1 order'],
  [0, 1, '1 quote'],
  [1, 1, '1 order and 1 quote'],
  [7, 2, '7 orders and 2 quotes'],
])('%i orders and %i quotes are announced as "%s"', (orderCount, quoteCount, text) => {
  expect(countsText({ orderCount, quoteCount })).toBe(text)
})
