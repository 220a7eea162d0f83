import { expect, test } from 'vitest'
import { wireEvent } from '../../test/factories.ts'
import { hasStarted } from './event-clock.ts'

const event = wireEvent({ event_date_local: '2031-03-08T17:30', timezone: 'Europe/London' })

test.each([
  ['one millisecond before its start', '2031-03-08T17:29:59.999Z', false],
  ['exactly at its start', '2031-03-08T17:30:00Z', true],
  ['after its start', '2031-03-08T17:31:00Z', true],
])('an event has started %s (%s): %s', (_name, now, started) => {
  expect(hasStarted(event, Date.parse(now))).toBe(started)
})

test('an event without a confirmed time starts when its day ends', () => {
  const day = wireEvent({ ...event, event_date_local: '2031-03-08T00:00', time_confirmed: false })
  expect(hasStarted(day, Date.parse('2031-03-08T23:59:59.999Z'))).toBe(false)
  expect(hasStarted(day, Date.parse('2031-03-09T00:00:00Z'))).toBe(true)
})
