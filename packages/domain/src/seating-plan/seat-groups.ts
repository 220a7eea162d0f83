/** Derives blocks for charts that contain only seats: adjacent seats form one block. */
import type { Point, Polygon } from './geometry.ts'
import { boundingBox, distance, convexHull } from './geometry.ts'

export type Seat = { at: Point; row: string }

/** Adjacent seats are at most this multiple of the usual seat spacing apart. */
const maxNeighbourGap = 1.5

/** Groups of adjacent seats, clockwise from the top. Aisles are wider than the space between seats or rows. */
export function groupSeats<Item extends Seat>(seats: readonly Item[]): Item[][] {
  const seatGrid = createSeatGrid(seats, maxNeighbourGap * medianSeatSpacing(seats))
  const groups: Item[][] = []
  for (const first of seats) {
    if (!seatGrid.take(first)) continue
    const group = [first]
    // The loop extends the group while iterating: each seat adds its neighbours.
    for (const seat of group) group.push(...seatGrid.takeNear(seat))
    groups.push(group)
  }
  const middle = middleOf(seats)
  return groups.sort((one, other) => clockwise(middle, one) - clockwise(middle, other))
}

/** The outline of seats that each occupy a circle of the given radius. */
export function outlineOfSeats(seats: readonly Point[], radius: number): Polygon {
  return convexHull(
    seats.flatMap(([x, y]) =>
      Array.from({ length: 8 }, (_, index) => {
        const angle = (Math.PI / 4) * (index + 0.5)
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
      }),
    ),
  )
}

/** Median distance between consecutive seats of a row; 1 when no row has two seats. */
export function medianSeatSpacing(seats: readonly Seat[]): number {
  const spaces: number[] = []
  for (let index = 1; index < seats.length; index += 1) {
    const [one, other] = [seats[index - 1], seats[index]]
    if (one && other && one.row === other.row) spaces.push(distance(one.at, other.at))
  }
  spaces.sort((one, other) => one - other)
  return spaces[Math.floor(spaces.length / 2)] || 1
}

/** Grid of seats in squares of `radius`. Taken seats are removed, so overlapping seats are visited only once. */
function createSeatGrid<Item extends Seat>(seats: readonly Item[], radius: number) {
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
      const nearbyKeys = [-1, 0, 1].flatMap((right) =>
        [-1, 0, 1].map((down) => [column + right, row + down].join()),
      )
      return nearbyKeys
        .flatMap((key) => [...(squares.get(key) ?? [])])
        .filter((other) => distance(other.at, seat.at) <= radius && take(other))
    },
  }
}

function middleOf(seats: readonly Seat[]): Point {
  const { left, top, right, bottom } = boundingBox(seats.map(({ at }) => at))
  return [(left + right) / 2, (top + bottom) / 2]
}

/** Angle of a group around the middle: 0 at the top, increasing clockwise. */
function clockwise([x, y]: Point, group: readonly Seat[]): number {
  const [groupX, groupY] = middleOf(group)
  const angle = Math.atan2(groupX - x, y - groupY)
  return angle < 0 ? angle + 2 * Math.PI : angle
}
