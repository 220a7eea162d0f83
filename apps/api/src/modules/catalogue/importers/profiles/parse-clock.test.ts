import { expect, test } from 'vitest'
import { parseClock } from './parse-clock.ts'

test.each([
  ['15:00', '15:00', null],
  ['9:05:00', '09:05', null],
  ['19.30', '19:30', null],
  ['19:30 Uhr', '19:30', null],
  ['20 Uhr', '20:00', null],
  ['20h45', '20:45', null],
  ['20 h', '20:00', null],
  ['7:30PM', '19:30', null],
  ['7:30 p.m.', '19:30', null],
  ['12:15AM', '00:15', null],
  ['7pm', '19:00', null],
  ['1930', '19:30', null],
  [780, '13:00', null],
  ['13:00 UTC-6', '13:00', '-06:00'],
  ['13:00 UTC+5:30', '13:00', '+05:30'],
  ['04:00:00.000Z', '04:00', '+00:00'],
  ['', null, null],
  ['TBD', null, null],
  ['noch offen', null, null],
  ['None', null, null],
])('%s is a time', (value, time, offset) => {
  expect(parseClock(value)).toEqual({ time, offset })
})

test.each(['25:00', '13:00PM', '19h75', '7:30 XYZ', 'evening', 2000, 12.5, true])(
  '%s is no time',
  (value) => {
    expect(parseClock(value)).toBeNull()
  },
)

test('digits are minutes since midnight where the profile says so', () => {
  expect(parseClock('780', 'minutes')).toEqual({ time: '13:00', offset: null })
  expect(parseClock('1440', 'minutes')).toBeNull()
})
