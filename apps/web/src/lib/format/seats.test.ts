import { expect, test } from 'vitest'
import { locationText, seatRange } from './seats.ts'

test('seats are a number or a range, and unknown without the first', () => {
  expect(seatRange(7, 7)).toBe('7')
  expect(seatRange(7, null)).toBe('7')
  expect(seatRange(7, 10)).toBe('7–10')
  expect(seatRange(7, 10, ' to ')).toBe('7 to 10')
  expect(seatRange(undefined, 10)).toBeUndefined()
})

test('a location lists its known parts', () => {
  expect(locationText({ section: 'M4', row: '9', first_seat: 21, last_seat: 22 })).toBe('M4 · 9 · 21–22')
  expect(locationText({ section: 'Lawn', row: '', first_seat: null, last_seat: null })).toBe('Lawn')
})
