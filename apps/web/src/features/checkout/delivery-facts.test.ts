import { expect, test } from 'vitest'
import { deliveryName, deliveryTime } from './delivery-facts.ts'

const event = { event_date_local: '2031-03-08T17:30', time_confirmed: true }
const at = (text: string) => Date.parse(text)

test('in hand later: usually within 48 hours of the in-hand date', () => {
  expect(deliveryTime({ in_hand_date: '2031-03-01', event }, at('2031-02-01T12:00:00Z'))).toBe(
    'In hand from 01-03-2031: usually delivered within 48 hours, by 03-03-2031',
  )
})

test('in hand already: usually within 48 hours of buying', () => {
  expect(deliveryTime({ in_hand_date: '2031-01-01', event }, at('2031-02-01T12:00:00Z'))).toBe(
    'In hand: usually delivered within 48 hours, by 03-02-2031',
  )
})

test('bought within 48 hours of the event: up to 2 hours before it', () => {
  const time = { in_hand_date: '2031-01-01', event }
  expect(deliveryTime(time, at('2031-03-07T12:00:00Z'))).toBe(
    'May arrive up to 2 hours before the event: by 08-03-2031',
  )
  const undecided = { ...time, event: { event_date_local: '2031-03-08T00:00', time_confirmed: false } }
  expect(deliveryTime(undecided, at('2031-03-07T12:00:00Z'))).toBe(
    'May arrive up to 2 hours before the event',
  )
})

test('checkout names what is received by the second labelling of spec §9', () => {
  expect(deliveryName('mobile')).toBe('External Transfer')
  expect(deliveryName('Paper')).toBe('Paper')
})
