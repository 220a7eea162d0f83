/** Blocks for charts that know seats only: seats that stand together are one block. */
import type { Point, Polygon } from './geometry.ts'
import { boundingBox, distance, hullOf } from './geometry.ts'

export type Seat = { at: Point; row: string }

/** Neighbours are at most this many times as far apart as two seats mostly are. */
const reach = 1.5

/**
 * The groups of seats that stand together, clockwise around the middle of them all, from the top on; aisles are wider
 * than the space between two seats or two rows.
 */
export function groupSeats<Item extends Seat>(seats: readonly Item[]): Item[][] {
  const crowd = createCrowd(seats, reach * usualSpace(seats))
  const groups: Item[][] = []
  for (const first of seats) {
    if (!crowd.take(first)) continue
    const group = [first]
    // The group grows while it is walked: every seat brings its neighbours.
    for (const seat of group) group.push(...crowd.takeNear(seat))
    groups.push(group)
  }
  const middle = middleOf(seats)
  return groups.sort((one, other) => clockwise(middle, one) - clockwise(middle, other))
}

/** The outline of seats that each take a circle of the given radius. */
export function outlineOfSeats(seats: readonly Point[], radius: number): Polygon {
  return hullOf(
    seats.flatMap(([x, y]) =>
      Array.from({ length: 8 }, (_, index) => {
        const angle = (Math.PI / 4) * (index + 0.5)
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
      }),
    ),
  )
}

/** How far it mostly is from a seat to the next of its row, which the list has after it; 1 where no row has two. */
export function usualSpace(seats: readonly Seat[]): number {
  const spaces: number[] = []
  for (let index = 1; index < seats.length; index += 1) {
    const [one, other] = [seats[index - 1], seats[index]]
    if (one && other && one.row === other.row) spaces.push(distance(one.at, other.at))
  }
  spaces.sort((one, other) => one - other)
  return spaces[Math.floor(spaces.length / 2)] || 1
}

/** Seats by squares as wide as `radius`. Whoever is taken is gone, so that a heap of seats is walked once. */
function createCrowd<Item extends Seat>(seats: readonly Item[], radius: number) {
  const squareOf = ([x, y]: Point) => [Math.floor(x / radius), Math.floor(y / radius)] as const
  const squares = new Map<string, Set<Item>>()
  for (const seat of seats) {
    const key = squareOf(seat.at).join()
    squares.set(key, (squares.get(key) ?? new Set()).add(seat))
  }
  const take = (seat: Item) => squares.get(squareOf(seat.at).join())?.delete(seat) ?? false
  return {
    take,
    takeNear(seat: Item): Item[] {
      const [column, row] = squareOf(seat.at)
      const around = [-1, 0, 1].flatMap((right) =>
        [-1, 0, 1].map((down) => [column + right, row + down].join()),
      )
      return around
        .flatMap((key) => [...(squares.get(key) ?? [])])
        .filter((other) => distance(other.at, seat.at) <= radius && take(other))
    },
  }
}

function middleOf(seats: readonly Seat[]): Point {
  const { left, top, right, bottom } = boundingBox(seats.map(({ at }) => at))
  return [(left + right) / 2, (top + bottom) / 2]
}

/** The angle at which a group stands, 0 at the top, growing clockwise. */
function clockwise([x, y]: Point, group: readonly Seat[]): number {
  const [groupX, groupY] = middleOf(group)
  const angle = Math.atan2(groupX - x, y - groupY)
  return angle < 0 ? angle + 2 * Math.PI : angle
}
