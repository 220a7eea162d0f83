import { expect, test } from 'vitest'
import { looksLikeCardNumber } from './card-number-detector.ts'

const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  mastercard2: '2223003122003222',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '30569309025904',
  diners14: '36227206271667',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  longUnionpay: '6205500000000000004',
}

test.each(Object.entries(cards))('[X-PAY-03] a %s number is detected in every notation', (_, number) => {
  const groups = number.match(/.{1,4}/g) ?? []
  for (const written of [
    number,
    groups.join(' '),
    groups.join('-'),
    `(${groups[0]}) ${groups.slice(1).join('.')}`,
    `+44 ${groups.join(' ')}`,
    `+44${number}`,
    `0044-${groups.join('-')}`,
    `(+420) ${number}`,
    `+1 ${number}`,
    `+${number}`,
    `00${number}`,
    `0${number}`,
    `${groups.join(' ')} 12 30`,
    `my card: ${number}`,
  ])
    expect(looksLikeCardNumber(written), written).toBe(true)
})

test('a 13-digit Visa number is a card unless it is dialled as a telephone number', () => {
  expect(looksLikeCardNumber('4222 2222 2222 2')).toBe(true)
  expect(looksLikeCardNumber('+4222222222222')).toBe(false)
})

test('[CHECKOUT-13] a bare 13-digit number passes only with a country code that has such numbers', () => {
  // All have the check digit of a card: Germany and Austria, and Britain and Slovakia with the trunk zero.
  for (const phone of [
    '4915112345678',
    '49 1511 2345678',
    '4366412345671',
    '44 (0)20 7946 0188',
    '4210905123452',
  ])
    expect(looksLikeCardNumber(phone), phone).toBe(false)
  for (const card of ['4115112345675', '4915 1123 4567 8', '4915-1123-4567-8', '4222222222222'])
    expect(looksLikeCardNumber(card), card).toBe(true)
})

test.each([
  '',
  '020 7946 0188',
  '+44 20 7946 0188',
  '+1 212 555 0123',
  '0044 (0)20 7946 0188',
  // These have the check digit of a card by chance.
  '+49 1511 1234568',
  '0049 1511 1234568',
  '+43 664 123456 7894',
  '+86 213 9123 4568',
  '8621391234568',
  '+39 0549 123 4567',
  '+44 20 7946 0123 ext. 4567',
  // Spec §5 accepts it as a telephone number, and no issuer uses it.
  '12345678901234567890',
  // Wrong check digit for a card.
  '+44 4242 4242 4242 4241',
])('"%s" is not a card number', (text) => {
  expect(looksLikeCardNumber(text)).toBe(false)
})
