import type { PlanFile, PlanFileBlock } from '@terrace/domain/seating-plan/plan-file-types'
import { groupSeats, outlineOfSeats, medianSeatSpacing } from '@terrace/domain/seating-plan/seat-groups'
import { findMostFrequent } from './find-most-frequent.ts'
import {
  chart,
  drawingsOf,
  type Area,
  type Drawing,
  type Row,
  type Section,
  type Table,
} from './seats-io-chart.ts'
import { notDrawnNotes } from './seats-io-notes.ts'

/** The category name when the chart has none. */
const uncategorised = 'Seats'

/**
 * Schema for seats.io charts: sections, tables and general admission areas become blocks, as do groups of adjacent
 * seats outside of any. Each floor of a chart is a floor of the plan.
 */
export const seatsIoPlan = chart.transform((found): PlanFile => {
  const drawings = drawingsOf(found)
  const zoneNames = new Map(found.zones?.list.map(({ key, label }) => [key, label]))
  const blocks = drawings.flatMap((drawing) => blocksOf(drawing, zoneNames))
  return {
    schematic: false,
    blocks: drawings.length > 1 ? withFloorNames(blocks) : blocks,
    categories: found.categories?.list.map(({ label }) => label) ?? [],
    notes: notDrawnNotes(drawings),
  }
})

function blocksOf({ at, floor, drawing }: Drawing, zoneNames: ReadonlyMap<string, string>): PlanFileBlock[] {
  const blocks = [
    ...(drawing.sections ?? []).flatMap((found, index) =>
      sectionBlocks(found, [...at, 'sections', index], zoneNames),
    ),
    ...(drawing.tables ?? []).map((found, index) => tableBlock(found, [...at, 'tables', index])),
    ...areaBlocks(drawing.generalAdmissionAreas ?? [], [...at, 'generalAdmissionAreas']),
    ...ungroupedBlocks(drawing.rows ?? [], [...at, 'rows']),
  ]
  return floor === undefined ? blocks : blocks.map((block) => ({ ...block, floor }))
}

/** Sellers cannot tell two blocks of one name apart, so a name on several floors says which it is on. */
function withFloorNames(blocks: readonly PlanFileBlock[]): PlanFileBlock[] {
  const byName = Map.groupBy(blocks, ({ name }) => name.toLowerCase())
  return blocks.map((block) => {
    const floors = new Set(byName.get(block.name.toLowerCase())?.map(({ floor }) => floor))
    const { floor = '' } = block
    const label = /^\d+$/.test(floor) ? `Floor ${floor}` : floor
    return {
      ...block,
      level: block.level === block.category ? label : block.level,
      name: floors.size > 1 ? `${label} ${block.name}` : block.name,
    }
  })
}

type Path = readonly (string | number)[]

/** The section's seats, and its general admission areas. One area without seats around it fills the section. */
function sectionBlocks(
  { label, points, topLeft, zone, categoryLabel, subChart }: Section,
  at: Path,
  zoneNames: ReadonlyMap<string, string>,
): PlanFileBlock[] {
  const rows = subChart?.rows ?? []
  const areas = subChart?.generalAdmissionAreas ?? []
  const seats = [...rows, ...(subChart?.tables ?? [])].flatMap((part) => part.seats)
  const category =
    categoryLabel ||
    findMostFrequent(seats.map((found) => found.categoryLabel ?? '')) ||
    areas[0]?.categoryLabel ||
    uncategorised
  const level = (zone && zoneNames.get(zone)) || category
  const section = { at, name: label, level, category, polygon: points.map(({ x, y }) => [x, y] as const) }
  const [only, ...others] = areas
  if (only && others.length === 0 && seats.length === 0)
    return [{ ...section, ...(only.capacity && { seats: only.capacity, rows: 1 }) }]
  const origin = topLeft ?? { x: 0, y: 0 }
  const standing = areaBlocks(areas, [...at, 'subChart', 'generalAdmissionAreas'], {
    origin,
    category: categoryLabel ?? undefined,
  }).map((block) => ({ ...block, name: `${label} ${block.name}`, level }))
  if (standing.length > 0 && seats.length === 0) return standing
  const seated = {
    ...section,
    ...(seats.length > 0 && { seats: seats.length }),
    ...(rows.length > 0 && { rows: rows.length }),
  }
  return [seated, ...standing]
}

function tableBlock({ label, seats, center }: Table, at: Path): PlanFileBlock {
  const category = findMostFrequent(seats.map(({ categoryLabel }) => categoryLabel ?? '')) || uncategorised
  const seatPoints = seats.map(({ x, y }) => [x, y] as const)
  const outerRadius = Math.max(0, ...seatPoints.map(([x, y]) => Math.hypot(x - center.x, y - center.y)))
  return {
    at,
    name: `Table ${label}`,
    level: category,
    category,
    polygon: outlineOfSeats([[center.x, center.y], ...seatPoints], Math.max(1, outerRadius / 3)),
    labelAt: [center.x, center.y],
    ...(seats.length > 0 && { seats: seats.length, rows: 1 }),
  }
}

/** General admission has no seats, so an area counts as one row with its capacity. */
function areaBlocks(
  areas: readonly Area[],
  at: Path,
  around: { origin: { x: number; y: number }; category: string | undefined } = {
    origin: { x: 0, y: 0 },
    category: undefined,
  },
): PlanFileBlock[] {
  const { origin } = around
  return areas.flatMap(({ label, points, capacity, categoryLabel }, index) => {
    if (!points) return []
    const category = categoryLabel || around.category || uncategorised
    return {
      at: [...at, index],
      name: label,
      level: category,
      category,
      polygon: points.map(({ x, y }) => [origin.x + x, origin.y + y] as const),
      ...(capacity && { seats: capacity, rows: 1 }),
    }
  })
}

function ungroupedBlocks(rows: readonly Row[], at: Path): PlanFileBlock[] {
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
      at,
      name: `${category} ${index + 1}`,
      level: category,
      category,
      polygon: outlineOfSeats(
        group.map(({ at: place }) => place),
        radius,
      ),
      seats: group.length,
      rows: new Set(group.map(({ row: label }) => label)).size,
    })),
  )
}
