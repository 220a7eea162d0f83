import { expect, test } from 'vitest'
import { formatCount, formatTickets } from './format-count.ts'

test.each([
  [0, '0 tickets'],
  [1, '1 ticket'],
  [2, '2 tickets'],
  [999, '999 tickets'],
  [1000, '1,000 tickets'],
  [1_234_567, '1,234,567 tickets'],
])('[FORMAT-03] %i tickets are shown as "%s"', (count, text) => {
  expect(formatTickets(count)).toBe(text)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [60_704, '60,704'],
  [-1234, '-1,234'],
])('[FORMAT-01] %i is shown as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})
