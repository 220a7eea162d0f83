import { expect, test } from 'vitest'
import { amountInput, fromWireMoney, toWireMoney, toWirePercent } from './wire-money.ts'

test.each([
  [
    { minor: 15_000, currency: 'GBP' },
    { amount: '150.00', currency: 'GBP' },
  ],
  [
    { minor: 5, currency: 'EUR' },
    { amount: '0.05', currency: 'EUR' },
  ],
  [
    { minor: -850, currency: 'USD' },
    { amount: '-8.50', currency: 'USD' },
  ],
])('[X-API-11][X-FORMAT-01] %j is %j on the wire, and back', (inside, wire) => {
  expect(toWireMoney(inside)).toEqual(wire)
  expect(fromWireMoney(wire)).toEqual(inside)
})

test('basis points become a percentage with two decimals', () => {
  expect(toWirePercent(500)).toBe('5.00')
})

test.each(['150.00', 150, '8.5', 0.1])('an amount may be sent as %j', (value) => {
  expect(amountInput.safeParse(value).success).toBe(true)
})

test.each(['1,000.00', '-5', '1.234', 'ten', null, Number.NaN, 1e21])(
  'an amount may not be sent as %j',
  (value) => {
    expect(amountInput.safeParse(value).success).toBe(false)
  },
)

test('an invalid amount gets exactly one message: negative, or not an amount', () => {
  const messagesOf = (value: unknown) =>
    amountInput.safeParse(value).error?.issues.map(({ message }) => message)
  for (const value of ['-5', -5, '-0.01', '-1.234'])
    expect(messagesOf(value)).toEqual(['must not be below zero'])
  for (const value of ['ten', '1.234', '-', '- 5'])
    expect(messagesOf(value)).toEqual(['must be an amount with at most two decimals, such as "150.00"'])
})
