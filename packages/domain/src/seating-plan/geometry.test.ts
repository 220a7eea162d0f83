import { describe, expect, test } from 'vitest'
import { rectangle } from './plan-layout.ts'
import { contains, overlaps, polygonArea } from './geometry.ts'
import type { Polygon } from './geometry.ts'
import { arcTrack, offsetPoint, trackPointAt, roundedTrack, trackLength } from './track.ts'

const square = rectangle(10, 10)
const moved = (polygon: Polygon, byX: number, byY: number): Polygon =>
  polygon.map(([x, y]) => [x + byX, y + byY] as const)

describe('polygons', () => {
  test.each([
    ['itself', square, true],
    ['one that covers its corner', moved(square, 6, 6), true],
    ['one inside it', rectangle(2, 2), true],
    ['one around it', rectangle(40, 40), true],
    ['one that crosses it without a corner inside', rectangle(40, 2), true],
    ['one next to it', moved(square, 10.5, 0), false],
    ['one far away', moved(square, 100, 100), false],
  ])('a square overlaps with %s: %s', (_name, other, expected) => {
    expect(overlaps(square, other)).toBe(expected)
    expect(overlaps(other, square)).toBe(expected)
  })

  test('a polygon inside the bay of another does not overlap it', () => {
    const bay: Polygon = [
      [0, 0],
      [30, 0],
      [30, 30],
      [20, 30],
      [20, 10],
      [10, 10],
      [10, 30],
      [0, 30],
    ]
    expect(overlaps(bay, moved(rectangle(6, 6), 15, 20))).toBe(false)
    expect(overlaps(bay, moved(rectangle(6, 6), 15, 9))).toBe(true)
    expect(contains(bay, [15, 20])).toBe(false)
    expect(contains(bay, [5, 20])).toBe(true)
    expect(polygonArea(bay)).toBe(700)
  })
})

describe('a rounded track', () => {
  const shapes = [
    { width: 400, height: 280, radius: 60 },
    { width: 400, height: 280, radius: 60, bowLong: 0.25, bowShort: 0.2 },
    { width: 420, height: 350, radius: 160, bowLong: 0.2, bowShort: 0.2 },
  ]

  test.each(shapes)('%o is closed and has the requested size', (shape) => {
    const track = roundedTrack(shape)
    const totalLength = trackLength(track, 0)
    const quarters = [0, 1, 2, 3].map((quarter) => trackPointAt(track, 0, (totalLength * quarter) / 4).at)
    const expected = [
      [shape.width / 2, 0],
      [0, shape.height / 2],
      [-shape.width / 2, 0],
      [0, -shape.height / 2],
    ]
    for (const [index, [x, y]] of quarters.entries()) {
      expect(x).toBeCloseTo(expected[index]?.[0] ?? 0, 3)
      expect(y).toBeCloseTo(expected[index]?.[1] ?? 0, 3)
    }
    expect(trackPointAt(track, 0, totalLength - 1e-6).at[0]).toBeCloseTo(shape.width / 2, 3)
  })

  test.each(shapes)('%o grows by a full turn of the offset', (shape) => {
    const track = roundedTrack(shape)
    expect(trackLength(track, 50) - trackLength(track, 0)).toBeCloseTo(2 * Math.PI * 50, 6)
  })
})

test('an arc keeps its distance from the centre at every offset', () => {
  const arc = arcTrack(100, 0.3, 2.1)
  for (const along of [0, 40, 100, 170]) {
    const place = trackPointAt(arc, 0, along)
    expect(Math.hypot(...offsetPoint(place, 25))).toBeCloseTo(125, 9)
  }
})
