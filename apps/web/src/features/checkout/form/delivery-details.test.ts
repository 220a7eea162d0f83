import { expect, test } from 'vitest'
import { deliveryName, deliveryTime, lastDelivery } from './delivery-details.ts'

const event = { event_date_local: '2031-03-08T17:30', timezone: 'Europe/London', time_confirmed: true }
const at = (text: string) => Date.parse(text)

test('tickets not yet in hand are delivered within 48 hours of the in-hand date', () => {
  expect(deliveryTime({ in_hand_date: '2031-03-01', event }, at('2031-02-01T12:00:00Z'))).toBe(
    'In hand from 01-03-2031: usually delivered within 48 hours, by 03-03-2031',
  )
})

test('tickets in hand are delivered within 48 hours of the purchase', () => {
  expect(deliveryTime({ in_hand_date: '2031-01-01', event }, at('2031-02-01T12:00:00Z'))).toBe(
    'In hand: usually delivered within 48 hours, by 03-02-2031',
  )
})

test('tickets bought within 48 hours of the event arrive up to 2 hours before it', () => {
  const time = { in_hand_date: '2031-01-01', event }
  expect(deliveryTime(time, at('2031-03-07T12:00:00Z'))).toBe(
    'May arrive up to 2 hours before the event: by 08-03-2031',
  )
  const undecided = {
    ...time,
    event: { ...event, event_date_local: '2031-03-08T00:00', time_confirmed: false },
  }
  expect(deliveryTime(undecided, at('2031-03-07T12:00:00Z'))).toBe(
    'May arrive up to 2 hours before the event',
  )
})

test('tickets in hand shortly before the event arrive up to 2 hours before it', () => {
  expect(deliveryTime({ in_hand_date: '2031-03-07', event }, at('2031-02-01T12:00:00Z'))).toBe(
    'May arrive up to 2 hours before the event: by 08-03-2031',
  )
})

test.each([
  [
    'America/New_York',
    '2031-02-02T03:00:00Z',
    'In hand from 02-02-2031: usually delivered within 48 hours, by 04-02-2031',
  ],
  ['Asia/Tokyo', '2031-02-01T16:00:00Z', 'In hand: usually delivered within 48 hours, by 04-02-2031'],
])('delivery days are local to the venue: %s', (timezone, boughtAt, expected) => {
  const time = { in_hand_date: '2031-02-02', event: { ...event, timezone } }
  expect(deliveryTime(time, at(boughtAt))).toBe(expected)
})

test('checkout names delivery types by the second label set of spec §9', () => {
  expect(deliveryName('mobile')).toBe('External Transfer')
  expect(deliveryName('Paper')).toBe('Paper')
})

test('the last line sets the delivery day of the purchase', () => {
  const lines = [
    { in_hand_date: '2031-01-01', event },
    { in_hand_date: '2031-03-01', event },
  ]
  expect(lastDelivery(lines, Date.parse('2031-02-01T12:00:00Z'))).toBe('03-03-2031')
})

test('an event with an unconfirmed time is delivered by its day', () => {
  const undecided = { ...event, event_date_local: '2031-03-08T00:00', time_confirmed: false }
  const soon = [{ in_hand_date: '2031-01-01', event: undecided }]
  expect(lastDelivery(soon, Date.parse('2031-03-07T12:00:00Z'))).toBe('08-03-2031')
})

test('the last delivery day is local to the venue', () => {
  const abroad = { ...event, timezone: 'America/Los_Angeles' }
  expect(
    lastDelivery([{ in_hand_date: '2031-03-01', event: abroad }], Date.parse('2031-03-02T06:00:00Z')),
  ).toBe('03-03-2031')
})
