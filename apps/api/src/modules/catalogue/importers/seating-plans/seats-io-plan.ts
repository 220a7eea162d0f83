import type { PlanFile, PlanFileBlock } from '@terrace/domain/seating-plan/plan-file-types'
import { groupSeats, outlineOfSeats, medianSeatSpacing } from '@terrace/domain/seating-plan/seat-groups'
import { z } from 'zod'
import { findMostFrequent } from './find-most-frequent.ts'

const number = z.number({ error: 'must be a number' })
const text = z.string({ error: 'must be text' }).trim()
const point = z.looseObject({ x: number, y: number })
const seat = z.looseObject({ x: number, y: number, categoryLabel: text.nullish() })
const row = z.looseObject({ label: text.nullish(), seats: z.array(seat) })
const table = z.looseObject({ label: text, seats: z.array(seat), center: point })

const area = z.looseObject({
  label: text,
  points: z.array(point).optional(),
  capacity: z.int({ error: 'must be a whole number' }).positive('must be greater than zero').nullish(),
  categoryLabel: text.nullish(),
})

const section = z.looseObject({
  label: text,
  points: z.array(point),
  zone: text.nullish(),
  categoryLabel: text.nullish(),
  subChart: z.looseObject({ rows: z.array(row).optional(), tables: z.array(table).optional() }).optional(),
})

const chart = z.looseObject({
  categories: z.looseObject({ list: z.array(z.looseObject({ label: text })) }).optional(),
  zones: z.looseObject({ list: z.array(z.looseObject({ key: text, label: text })) }).optional(),
  subChart: z.looseObject({
    sections: z.array(section).optional(),
    tables: z.array(table).optional(),
    rows: z.array(row).optional(),
    generalAdmissionAreas: z.array(area).optional(),
    booths: z.array(z.unknown()).optional(),
  }),
})

type SubChart = z.output<typeof chart>['subChart']
type Section = z.output<typeof section>
type Table = z.output<typeof table>
type Row = z.output<typeof row>
type Area = z.output<typeof area>

/** The category name when the chart has none. */
const uncategorised = 'Seats'

/**
 * Schema for seats.io charts: sections, tables and general admission areas become blocks, as do groups of adjacent
 * seats outside of any.
 */
export const seatsIoPlan = chart.transform(({ categories, zones, subChart }): PlanFile => {
  const zoneNames = new Map(zones?.list.map(({ key, label }) => [key, label]))
  return {
    schematic: false,
    blocks: [
      ...(subChart.sections ?? []).map((found, index) => sectionBlock(found, index, zoneNames)),
      ...(subChart.tables ?? []).map(tableBlock),
      ...areaBlocks(subChart.generalAdmissionAreas ?? []),
      ...ungroupedBlocks(subChart.rows ?? []),
    ],
    categories: categories?.list.map(({ label }) => label) ?? [],
    notes: notDrawnNotes(subChart),
  }
})

function notDrawnNotes({ generalAdmissionAreas = [], booths = [] }: SubChart): string[] {
  const counts = [
    [generalAdmissionAreas.filter(({ points }) => !points).length, 'general admission areas without corners'],
    [booths.length, 'booths'],
  ] as const
  return counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name} are not drawn`)
}

function sectionBlock(
  { label, points, zone, categoryLabel, subChart }: Section,
  index: number,
  zoneNames: ReadonlyMap<string, string>,
): PlanFileBlock {
  const rows = subChart?.rows ?? []
  const seats = [...rows, ...(subChart?.tables ?? [])].flatMap((part) => part.seats)
  const category =
    categoryLabel || findMostFrequent(seats.map((found) => found.categoryLabel ?? '')) || uncategorised
  return {
    at: ['subChart', 'sections', index],
    name: label,
    level: (zone && zoneNames.get(zone)) || category,
    category,
    polygon: points.map(({ x, y }) => [x, y] as const),
    ...(seats.length > 0 && { seats: seats.length }),
    ...(rows.length > 0 && { rows: rows.length }),
  }
}

function tableBlock({ label, seats, center }: Table, index: number): PlanFileBlock {
  const category = findMostFrequent(seats.map(({ categoryLabel }) => categoryLabel ?? '')) || uncategorised
  const seatPoints = seats.map(({ x, y }) => [x, y] as const)
  const outerRadius = Math.max(0, ...seatPoints.map(([x, y]) => Math.hypot(x - center.x, y - center.y)))
  return {
    at: ['subChart', 'tables', index],
    name: `Table ${label}`,
    level: category,
    category,
    polygon: outlineOfSeats([[center.x, center.y], ...seatPoints], Math.max(1, outerRadius / 3)),
    labelAt: [center.x, center.y],
    ...(seats.length > 0 && { seats: seats.length, rows: 1 }),
  }
}

/** General admission has no seats, so an area counts as one row with its capacity. */
function areaBlocks(areas: readonly Area[]): PlanFileBlock[] {
  return areas.flatMap(({ label, points, capacity, categoryLabel }, index) => {
    if (!points) return []
    const category = categoryLabel || uncategorised
    return {
      at: ['subChart', 'generalAdmissionAreas', index],
      name: label,
      level: category,
      category,
      polygon: points.map(({ x, y }) => [x, y] as const),
      ...(capacity && { seats: capacity, rows: 1 }),
    }
  })
}

function ungroupedBlocks(rows: readonly Row[]): PlanFileBlock[] {
  const seats = rows.flatMap((found, index) =>
    found.seats.map(({ x, y, categoryLabel }) => ({
      at: [x, y] as const,
      row: String(index),
      category: categoryLabel || uncategorised,
    })),
  )
  const radius = medianSeatSpacing(seats) / 2
  const byCategory = [...Map.groupBy(seats, ({ category }) => category)]
  return byCategory.flatMap(([category, list]) =>
    groupSeats(list).map((group, index) => ({
      at: ['subChart', 'rows'],
      name: `${category} ${index + 1}`,
      level: category,
      category,
      polygon: outlineOfSeats(
        group.map(({ at }) => at),
        radius,
      ),
      seats: group.length,
      rows: new Set(group.map(({ row: label }) => label)).size,
    })),
  )
}
