import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  adjacentSeats,
  parseSeats,
  resizeSeats,
  seatNumbers,
  seatsOfNumbers,
  seatsOverlap,
  seatStep,
  seatsText,
} from './seats.ts'

test.each([
  ['101-104', 4, [101, 102, 103, 104]],
  ['101', 4, [101, 102, 103, 104]],
  ['1-7', 4, [1, 3, 5, 7]],
  ['1–7 odd', 4, [1, 3, 5, 7]],
  ['2 to 8 even', 4, [2, 4, 6, 8]],
  ['9, 4, 7', 3, [4, 7, 9]],
  ['104-101', 4, [101, 102, 103, 104]],
  ['', 4, []],
])('reads %j for %i tickets', (text, quantity, numbers) => {
  const parsed = parseSeats(text, quantity)
  expect(parsed.problem).toBeUndefined()
  if ('seats' in parsed) expect(seatNumbers(parsed.seats)).toEqual(numbers)
})

test.each([
  ['101-105', 4, 'These are 5 seats, but the quantity is 4.'],
  ['1, 3', 4, 'These are 2 seats, but the quantity is 4.'],
  ['1, 1', 2, 'Type each seat once.'],
  ['0-3', 4, 'Type whole numbers from 1.'],
  ['A1', 1, 'Type seats such as 101-104, or 1, 3, 5.'],
  ['2-8 odd', 4, 'Type seats such as 101-104, or 1, 3, 5.'],
])('says what is wrong with %j for %i tickets', (text, quantity, problem) => {
  expect(parseSeats(text, quantity)).toEqual({ problem })
})

test.each([
  [[7], '7'],
  [[7, 8, 9], '7–9'],
  [[1, 3, 5, 7], '1–7 odd'],
  [[2, 4, 6], '2–6 even'],
  [[1, 3], '1, 3'],
  [[4, 7, 9], '4, 7, 9'],
])('writes %j as %j', (numbers, text) => {
  expect(seatsText(seatsOfNumbers(numbers))).toBe(text)
})

test('knows adjacent seats, every other seat, and seats without an order', () => {
  expect(
    [
      [1, 2, 3],
      [1, 3, 5],
      [1, 3, 4],
    ].map((list) => seatStep(seatsOfNumbers(list))),
  ).toEqual([1, 2, null])
})

test('leaves out the highest seats of a smaller listing, and continues an order', () => {
  const sized = (numbers: number[], quantity: number) => {
    const seats = resizeSeats(seatsOfNumbers(numbers), quantity)
    return seats && seatNumbers(seats)
  }
  expect(sized([1, 2, 3, 4], 2)).toEqual([1, 2])
  expect(sized([1, 2], 4)).toEqual([1, 2, 3, 4])
  expect(sized([1, 3, 5, 7], 2)).toEqual([1, 3])
  expect(sized([1, 3, 5], 5)).toEqual([1, 3, 5, 7, 9])
  expect(sized([1, 3, 4], 4)).toBeNull()
  expect(resizeSeats(adjacentSeats(null, 2), 3)).toEqual(adjacentSeats(null, 3))
})

const someSeats = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
  .map((numbers) => seatsOfNumbers(numbers))

test('seats overlap exactly when they share a number', () => {
  fc.assert(
    fc.property(someSeats, someSeats, (one, other) => {
      const shared = seatNumbers(one).some((seat) => seatNumbers(other).includes(seat))
      expect(seatsOverlap(one, other)).toBe(shared)
      expect(seatsOverlap(other, one)).toBe(shared)
    }),
  )
})

test('what is written is read back', () => {
  fc.assert(
    fc.property(someSeats, (seats) => {
      const parsed = parseSeats(seatsText(seats) ?? '', seatNumbers(seats).length)
      expect(parsed).toEqual({ seats })
    }),
  )
})
