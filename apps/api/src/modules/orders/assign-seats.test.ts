import { expect, test } from 'vitest'
import { assignSeats } from './assign-seats.ts'
import { addSeats } from './seat-runs.ts'

test.each([
  { first: 318, last: 321, taken: [], quantity: 2, seats: [318, 319] },
  { first: 318, last: 321, taken: [318, 319], quantity: 2, seats: [320, 321] },
  { first: 1, last: 6, taken: [2], quantity: 3, seats: [3, 4, 5] },
  { first: 1, last: 4, taken: [2, 4], quantity: 2, seats: [1, 3] },
  { first: 1, last: 2, taken: [1], quantity: 2, seats: [] },
  { first: null, last: null, taken: [], quantity: 2, seats: [] },
])(
  'assigns $seats to $quantity tickets of seats $first to $last with $taken taken',
  ({ first, last, taken, quantity, seats }) => {
    const soldSeats = addSeats([], taken)
    expect(assignSeats({ firstSeat: first, lastSeat: last, soldSeats, quantity })).toEqual(seats)
  },
)

test('a million seats with one sold run are assigned without looking at each seat', () => {
  const soldSeats = [{ first: 1, last: 999_990 }]
  expect(assignSeats({ firstSeat: 1, lastSeat: 1_000_000, soldSeats, quantity: 3 })).toEqual([
    999_991, 999_992, 999_993,
  ])
})
