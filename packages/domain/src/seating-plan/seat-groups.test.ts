import { expect, test } from 'vitest'
import { contains } from './geometry.ts'
import { groupSeats, outlineOfSeats, medianSeatSpacing } from './seat-groups.ts'
import type { Seat } from './seat-groups.ts'

/** Rows of seats, 10 apart in both directions. */
function stand(left: number, top: number, rows: number, seats: number): Seat[] {
  return Array.from({ length: rows * seats }, (_, index) => ({
    at: [left + (index % seats) * 10, top + Math.floor(index / seats) * 10] as const,
    row: `${left}-${top}-${Math.floor(index / seats)}`,
  }))
}

const shapeOf = (group: Seat[]) => `${group.length} in ${new Set(group.map(({ row }) => row)).size}`

test('adjacent seats form one group in any row order; an aisle separates groups', () => {
  const seats = [...stand(0, 0, 3, 8), ...stand(90, 0, 3, 5), ...stand(0, 60, 2, 8)]
  const groups = groupSeats(seats.toSorted((one, other) => other.row.localeCompare(one.row)))
  expect(new Set(groups.map(shapeOf))).toEqual(new Set(['15 in 3', '16 in 2', '24 in 3']))
})

test('groups are ordered clockwise from the top', () => {
  const groups = groupSeats([
    ...stand(0, 50, 1, 3),
    ...stand(50, 100, 1, 3),
    ...stand(100, 50, 1, 3),
    ...stand(51, 0, 1, 3),
  ])
  expect(groups.map((group) => group[0]?.at)).toEqual([
    [51, 0],
    [100, 50],
    [50, 100],
    [0, 50],
  ])
})

test('many seats in one place form one group, quickly', () => {
  const heap = Array.from({ length: 40_000 }, () => ({ at: [5, 5] as const, row: 'A' }))
  expect(groupSeats(heap)).toHaveLength(1)
  expect(groupSeats([])).toEqual([])
  expect(medianSeatSpacing([])).toBe(1)
})

test('the outline contains every seat with its radius', () => {
  const places = stand(0, 0, 3, 4).map(({ at }) => at)
  const outline = outlineOfSeats(places, 5)
  for (const place of places) expect(contains(outline, place)).toBe(true)
  expect(contains(outline, [-4, 0])).toBe(true)
  expect(contains(outline, [-6, 0])).toBe(false)
})
