import type { PlanFile, PlanFileBlock } from '@terrace/domain/seating-plan/plan-file-types'
import { groupSeats, outlineOfSeats, medianSeatSpacing } from '@terrace/domain/seating-plan/seat-groups'
import { z } from 'zod'
import { rectangleAt } from './schematic-plan.ts'
import { findMostFrequent } from './find-most-frequent.ts'

const number = z.number({ error: 'must be a number' })
const text = z.string({ error: 'must be text' }).trim()
const position = z.looseObject({ x: number, y: number })

const area = z.looseObject({
  shape: text,
  rotation: number.optional(),
  position,
  rectangle: z.looseObject({ width: number, height: number }).optional(),
})

const zone = z.looseObject({
  name: text,
  position,
  rows: z.array(
    z.looseObject({
      row_number: text,
      position,
      seats: z.array(z.looseObject({ position, category: text })),
    }),
  ),
  areas: z.array(area).optional(),
})

type Zone = z.output<typeof zone>

/**
 * Schema for seatmap-canvas charts: zones (floors) with rows of seats and no blocks. Adjacent seats form a block,
 * numbered clockwise within their zone.
 */
export const canvasPlan = z
  .looseObject({ categories: z.array(z.looseObject({ name: text })).optional(), zones: z.array(zone) })
  .transform(({ categories = [], zones }): PlanFile => {
    const surface = largestRectangle(zones)
    return {
      schematic: false,
      blocks: zones.flatMap(blocksOf),
      categories: categories.map(({ name }) => name),
      ...(surface && { surface }),
      notes: [
        'the file has no blocks; adjacent seats were grouped into blocks, numbered clockwise within their zone',
      ],
    }
  })

function blocksOf({ name, position: { x, y }, rows }: Zone, zoneIndex: number): PlanFileBlock[] {
  const seats = rows.flatMap((row, index) =>
    row.seats.map((seat) => ({
      at: [x + row.position.x + seat.position.x, y + row.position.y + seat.position.y] as const,
      row: String(index),
      category: seat.category,
    })),
  )
  const radius = medianSeatSpacing(seats) / 2
  return groupSeats(seats).map((group, index) => ({
    at: ['zones', zoneIndex],
    name: `${name} ${index + 1}`,
    level: name,
    category: findMostFrequent(group.map(({ category }) => category)),
    polygon: outlineOfSeats(
      group.map(({ at }) => at),
      radius,
    ),
    seats: group.length,
    rows: new Set(group.map(({ row }) => row)).size,
    floor: name,
  }))
}

/** The surface that the seats face. Rotated rectangles are decoration, so they are ignored. */
function largestRectangle(zones: readonly Zone[]) {
  const rectangles = zones.flatMap(({ position: { x, y }, areas = [] }) =>
    areas.flatMap(({ shape, rotation = 0, position: at, rectangle }) =>
      shape === 'rectangle' && rotation === 0 && rectangle
        ? [{ left: x + at.x, top: y + at.y, ...rectangle }]
        : [],
    ),
  )
  const largest = rectangles.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]
  return largest && rectangleAt(largest.left, largest.top, largest.width, largest.height)
}
