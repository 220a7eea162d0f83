import { expect, test } from 'vitest'
import { lastDelivery } from './last-delivery.ts'

const event = { event_date_local: '2031-03-08T17:30', time_confirmed: true }

test('all lines are there by the day of the last of them', () => {
  const lines = [
    { in_hand_date: '2031-01-01', event },
    { in_hand_date: '2031-03-01', event },
  ]
  expect(lastDelivery(lines, Date.parse('2031-02-01T12:00:00Z'))).toBe('03-03-2031')
})

test('of an event that is near, whose time is open, by its day', () => {
  const undecided = { event_date_local: '2031-03-08T00:00', time_confirmed: false }
  const soon = [{ in_hand_date: '2031-01-01', event: undecided }]
  expect(lastDelivery(soon, Date.parse('2031-03-07T12:00:00Z'))).toBe('08-03-2031')
})
