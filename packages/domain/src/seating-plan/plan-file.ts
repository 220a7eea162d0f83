/**
 * A seating plan that comes from a file. What differs from format to format is read elsewhere; here blocks in any units
 * are checked and become the plan that the page draws.
 */
import type { SeatingBlock, SeatingPlan, VenueKind } from '../seating-plan.ts'
import { slugify } from '../slug.ts'
import type { SeatingCategory } from './draft.ts'
import { boundingBox, contains, innerPoint, overlaps, polygonArea } from './geometry.ts'
import type { Point, Polygon } from './geometry.ts'
import { pictureOf, planWidth } from './picture.ts'
import type { Picture } from './picture.ts'
import type { PlanFile, PlanFileBlock } from './plan-file-types.ts'
import { checkBlocks, checkPicture } from './plan-problems.ts'
import type { PlanProblem } from './plan-problems.ts'
import { shareSeats } from './share-seats.ts'
import { sketchSurface } from './sketch-surface.ts'
import { surfaceOf } from './surfaces.ts'

export type PlanVenue = { kind: VenueKind; capacity: number }

/** Either a plan, with what an operator should know of it, or everything that is wrong with the file. */
export type PlanReading = { plan: SeatingPlan; notes: string[] } | { problems: PlanProblem[] }

export function planFromFile(file: PlanFile, venue: PlanVenue): PlanReading {
  const problems = checkBlocks(file.blocks)
  if (problems.length > 0) return { problems }
  const blocks = layFloors(file.blocks)
  const drawn = surfaceFor(file, venue.kind, blocks)
  const picture = pictureOf(
    boundingBox([...blocks.flatMap(({ polygon }) => polygon), ...(drawn?.shape ?? [])]),
  )
  const tooSmall = checkPicture(blocks, picture)
  if (tooSmall.length > 0) return { problems: tooSmall }
  const seats = seatsOf(blocks, venue.capacity)
  return {
    plan: {
      schematic: file.schematic,
      width: planWidth,
      height: picture.height,
      surface: drawn && { ...drawn, shape: drawn.shape.map(picture.place) },
      blocks: blocks.map((block, index) => finishBlock(block, seats[index] ?? 1, picture)),
      categories: categoriesOf(file),
    },
    notes: [...(file.notes ?? []), ...notesOn(blocks, drawn)],
  }
}

type Drawn = { kind: ReturnType<typeof surfaceOf>; shape: Polygon; isSketch?: true }

function surfaceFor({ surface }: PlanFile, kind: VenueKind, blocks: readonly PlanFileBlock[]): Drawn | null {
  if (surface) return { kind: surfaceOf(kind), shape: surface }
  const sketch = sketchSurface(
    kind,
    blocks.map(({ polygon }) => polygon),
  )
  return sketch && { kind: surfaceOf(kind), shape: sketch, isSketch: true }
}

/** A floor that would cover another is moved below everything that is there already. */
function layFloors(blocks: readonly PlanFileBlock[]): PlanFileBlock[] {
  const floors = Map.groupBy(blocks, ({ floor }) => floor ?? '')
  const laid: PlanFileBlock[] = []
  for (const floor of floors.values()) {
    const covers = floor.some(({ polygon }) => laid.some((other) => overlaps(polygon, other.polygon)))
    const below = boundingBox(laid.flatMap(({ polygon }) => polygon))
    const own = boundingBox(floor.flatMap(({ polygon }) => polygon))
    const down = covers ? below.bottom - own.top + (below.bottom - below.top) * 0.12 : 0
    laid.push(...floor.map((block) => moveDown(block, down)))
  }
  return laid
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

/** The file's own counts; what it does not count shares the rest of the venue's capacity by its area. */
function seatsOf(blocks: readonly PlanFileBlock[], capacity: number): number[] {
  const open = blocks.filter(({ seats }) => seats === undefined)
  const counted = blocks.reduce((sum, { seats = 0 }) => sum + seats, 0)
  const shares = shareSeats(
    Math.max(open.length, capacity - counted),
    open.map(({ polygon }) => polygonArea(polygon)),
  )
  return blocks.map(({ seats }) => seats ?? shares.shift() ?? 1)
}

function finishBlock(
  { name, level, category, polygon, labelAt, rows }: PlanFileBlock,
  seats: number,
  { place }: Picture,
): SeatingBlock {
  const label = labelAt !== undefined && contains(polygon, labelAt) ? labelAt : innerPoint(polygon)
  return {
    id: slugify(name),
    name,
    level,
    category: slugify(category),
    polygon: polygon.map(place),
    labelAt: place(label),
    seats,
    // Where nothing is said, a block is about as deep as it is wide, a row being deeper than a seat is wide.
    rows: Math.min(seats, Math.max(1, rows ?? Math.round(Math.sqrt(seats * 0.6)))),
  }
}

function notesOn(blocks: readonly PlanFileBlock[], drawn: Drawn | null): string[] {
  const shapes = blocks.map(({ name, polygon }) => ({ name, polygon, middle: innerPoint(polygon) }))
  // Edges of real plans touch and overlap a little; what matters is whether a block can still be seen.
  const covered = shapes.flatMap((upper, index) => {
    const lower = shapes
      .slice(0, index)
      .find((other) => contains(upper.polygon, other.middle) || contains(other.polygon, upper.middle))
    return lower
      ? [`${upper.name} lies on ${lower.name}: the list has both, the plan shows the upper one`]
      : []
  })
  return drawn?.isSketch
    ? [...covered, `the file draws no ${drawn.kind}: one is sketched where the blocks leave room`]
    : covered
}
