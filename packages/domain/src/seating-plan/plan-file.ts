/**
 * Seating plans from files. Readers handle each file format; this module validates their blocks and converts them to
 * a plan.
 */
import type { SeatingBlock, SeatingPlan, VenueKind } from './seating-plan.ts'
import { slugify } from '../text/slug.ts'
import type { SeatingCategory } from './plan-layout.ts'
import { boundingBox, contains, innerPoint, overlaps, polygonArea } from './geometry.ts'
import type { Point, Polygon } from './geometry.ts'
import { fitToPlan, planWidth } from './plan-projection.ts'
import type { PlanProjection } from './plan-projection.ts'
import type { PlanFile, PlanFileBlock } from './plan-file-types.ts'
import { checkBlocks, checkBlockSizes } from './plan-problems.ts'
import type { PlanProblem } from './plan-problems.ts'
import { distributeSeats } from './distribute-seats.ts'
import { sketchSurface } from './sketch-surface.ts'
import { surfaceOf } from './surfaces.ts'

export type PlanVenue = { kind: VenueKind; capacity: number }

/** A plan with notes for the operator, or all problems of the file. */
export type PlanReading = { plan: SeatingPlan; notes: string[] } | { problems: PlanProblem[] }

export function planFromFile(file: PlanFile, venue: PlanVenue): PlanReading {
  const problems = checkBlocks(file.blocks)
  if (problems.length > 0) return { problems }
  const blocks = stackFloors(file.blocks)
  const drawn = surfaceFor(file, venue.kind, blocks)
  const projection = fitToPlan(
    boundingBox([...blocks.flatMap(({ polygon }) => polygon), ...(drawn?.shape ?? [])]),
  )
  const tooSmall = checkBlockSizes(blocks, projection)
  if (tooSmall.length > 0) return { problems: tooSmall }
  const seats = seatsOf(blocks, venue.capacity)
  return {
    plan: {
      schematic: file.schematic,
      width: planWidth,
      height: projection.height,
      surface: drawn && { ...drawn, shape: drawn.shape.map(projection.project) },
      blocks: blocks.map((block, index) => finishBlock(block, seats[index] ?? 1, projection)),
      categories: categoriesOf(file),
    },
    notes: [...(file.notes ?? []), ...collectNotes(blocks, drawn)],
  }
}

type DrawnSurface = { kind: ReturnType<typeof surfaceOf>; shape: Polygon; isSketch?: true }

function surfaceFor(
  { surface }: PlanFile,
  kind: VenueKind,
  blocks: readonly PlanFileBlock[],
): DrawnSurface | null {
  if (surface) return { kind: surfaceOf(kind), shape: surface }
  const sketch = sketchSurface(
    kind,
    blocks.map(({ polygon }) => polygon),
  )
  return sketch && { kind: surfaceOf(kind), shape: sketch, isSketch: true }
}

/** Moves a floor that would overlap another below all floors placed so far. */
function stackFloors(blocks: readonly PlanFileBlock[]): PlanFileBlock[] {
  const floors = Map.groupBy(blocks, ({ floor }) => floor ?? '')
  const stacked: PlanFileBlock[] = []
  for (const floor of floors.values()) {
    const covers = floor.some(({ polygon }) => stacked.some((other) => overlaps(polygon, other.polygon)))
    const below = boundingBox(stacked.flatMap(({ polygon }) => polygon))
    const floorBox = boundingBox(floor.flatMap(({ polygon }) => polygon))
    const offset = covers ? below.bottom - floorBox.top + (below.bottom - below.top) * 0.12 : 0
    stacked.push(...floor.map((block) => moveDown(block, offset)))
  }
  return stacked
}

function moveDown(block: PlanFileBlock, by: number): PlanFileBlock {
  const move = ([x, y]: Point): Point => [x, y + by]
  return {
    ...block,
    polygon: block.polygon.map(move),
    ...(block.labelAt && { labelAt: move(block.labelAt) }),
  }
}

function categoriesOf({ blocks, categories }: PlanFile): SeatingCategory[] {
  const used = Map.groupBy(blocks, ({ category }) => slugify(category))
  const named = new Map(
    [...categories, ...blocks.map(({ category }) => category)].map((name) => [slugify(name), name]),
  )
  return [...named]
    .filter(([key]) => used.has(key))
    .map(([key, name], index) => {
      const levels = new Set(used.get(key)?.map(({ level }) => level))
      const [level = ''] = levels
      return { key, name, level: levels.size === 1 ? level : name, rank: index + 1 }
    })
}

/** Uses the file's seat counts; blocks without one share the remaining capacity by area. */
function seatsOf(blocks: readonly PlanFileBlock[], capacity: number): number[] {
  const uncounted = blocks.filter(({ seats }) => seats === undefined)
  const counted = blocks.reduce((sum, { seats = 0 }) => sum + seats, 0)
  const sharedSeats = distributeSeats(
    Math.max(uncounted.length, capacity - counted),
    uncounted.map(({ polygon }) => polygonArea(polygon)),
  )
  return blocks.map(({ seats }) => seats ?? sharedSeats.shift() ?? 1)
}

function finishBlock(
  { name, level, category, polygon, labelAt, rows }: PlanFileBlock,
  seats: number,
  { project }: PlanProjection,
): SeatingBlock {
  const label = labelAt !== undefined && contains(polygon, labelAt) ? labelAt : innerPoint(polygon)
  return {
    id: slugify(name),
    name,
    level,
    category: slugify(category),
    polygon: polygon.map(project),
    labelAt: project(label),
    seats,
    // By default a block is roughly as deep as it is wide, because rows are deeper than seats are wide.
    rows: Math.min(seats, Math.max(1, rows ?? Math.round(Math.sqrt(seats * 0.6)))),
  }
}

function collectNotes(blocks: readonly PlanFileBlock[], drawn: DrawnSurface | null): string[] {
  const shapes = blocks.map(({ name, polygon }) => ({ name, polygon, middle: innerPoint(polygon) }))
  // Edges of real plans touch and overlap slightly; only blocks that hide another one matter.
  const covered = shapes.flatMap((upper, index) => {
    const lower = shapes
      .slice(0, index)
      .find((other) => contains(upper.polygon, other.middle) || contains(other.polygon, upper.middle))
    return lower
      ? [`${upper.name} covers ${lower.name}: the list shows both, but the plan shows only the upper one`]
      : []
  })
  return drawn?.isSketch
    ? [...covered, `the file has no ${drawn.kind}: a placeholder was added between the blocks`]
    : covered
}
