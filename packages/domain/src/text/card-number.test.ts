import { expect, test } from 'vitest'
import { containsCardNumber } from './card-number.ts'

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '378282246310005',
  'my card is 4000000000000002, thanks',
  'card:4242424242424242;',
  // Followed by its expiry.
  '4242 4242 4242 4242 12 30',
  4242424242424242,
  ['fine', { deeply: [{ nested: '5555555555554444' }] }],
  { '4242424242424242': true },
])('a card number is found in %o', (value) => {
  expect(containsCardNumber(value)).toBe(true)
})

test.each([
  '',
  'pm_card_visa',
  // Wrong check digit.
  '4242424242424241',
  // Too short.
  '42424242420',
  '+44 20 7946 0000',
  '2026-11-21T10:15:30.000Z',
  99_999_999_999,
  null,
  undefined,
  true,
  { amount: 5106, metadata: { attempt: 'att_0A1b2C3d4E5f6G7h8I9j0K' } },
])('no card number is found in %o', (value) => {
  expect(containsCardNumber(value)).toBe(false)
})
