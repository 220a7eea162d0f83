import { expect, test } from 'vitest'
import {
  deliveryLabel,
  deliveryTypes,
  isDeliveryType,
  parseDeliveryType,
  detailedDeliveryLabel,
} from './delivery-types.ts'

test('[CONST-01] there are exactly six delivery types', () => {
  expect([...deliveryTypes].sort()).toEqual([
    'eTicket',
    'local-delivery',
    'mobile',
    'mobile-link',
    'paper',
    'season-cards',
  ])
  expect(deliveryTypes.every(isDeliveryType)).toBe(true)
  expect(isDeliveryType('Paper')).toBe(false)
  expect(isDeliveryType('valueOf')).toBe(false)
})

test.each([
  ['[CONST-02]', 'eTicket', 'E-ticket'],
  ['[CONST-03]', 'paper', 'Paper'],
  ['[CONST-04]', 'mobile', 'Mobile'],
  ['[CONST-05]', 'mobile-link', 'Mobile link/PKPASS'],
  ['[CONST-06]', 'season-cards', 'Member/Season Card'],
  ['[CONST-07]', 'local-delivery', 'Local delivery'],
] as const)('%s the first label of %s is "%s"', (_id, type, label) => {
  expect(deliveryLabel(type)).toBe(label)
})

test.each([
  ['[CONST-08]', 'eTicket', 'E-ticket / Mobile Screenshot'],
  ['[CONST-09]', 'mobile', 'External Transfer'],
  ['[CONST-10]', 'mobile-link', 'Mobile Link/PKPASS'],
  ['[CONST-11]', 'local-delivery', 'Local Delivery'],
  ['[CONST-12]', 'season-cards', 'Member/Season Card'],
] as const)('%s the second label of %s is "%s"', (_id, type, label) => {
  expect(detailedDeliveryLabel(type)).toBe(label)
})

test('"Paper" is in both label sets', () => {
  expect(detailedDeliveryLabel('paper')).toBe('Paper')
})

test.each([
  ['Paper', 'paper'],
  ['paper', 'paper'],
  ['eTicket', 'eTicket'],
  ['eticket', null],
  ['PAPER', null],
  ['', null],
])('[CONST-01] "%s" is parsed as %s', (text, type) => {
  expect(parseDeliveryType(text)).toBe(type)
})
