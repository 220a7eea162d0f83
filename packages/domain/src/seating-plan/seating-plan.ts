/**
 * Generated seating plans for venues without a licensed plan (product.md §2). They are schematic: they show the type
 * of venue and its levels, not the real seats, and are labelled so. Output must be identical on every machine, so
 * nothing here may depend on the clock, the locale or the call order.
 */
import { seededRandom } from '../text/short-hash.ts'
import type { Random } from '../text/short-hash.ts'
import { slugify } from '../text/slug.ts'
import { layOutArena, layOutBowl, layOutCourt } from './ring-venues.ts'
import { layOutCircuit } from './circuit.ts'
import { layoutBounds, seatWeight } from './plan-layout.ts'
import type { PlanLayout, LayoutBlock, SeatingCategory, SurfaceKind } from './plan-layout.ts'
import { layOutField } from './field.ts'
import { polygonArea } from './geometry.ts'
import type { Point } from './geometry.ts'
import { fitToPlan, planWidth } from './plan-projection.ts'
import { distributeSeats } from './distribute-seats.ts'
import { layOutTheatre } from './theatre.ts'

export const venueKinds = ['bowl', 'arena', 'circuit', 'court', 'theatre', 'field'] as const

export type VenueKind = (typeof venueKinds)[number]

export type SeatingBlock = {
  /** Unique in the plan: the slug of the name. */
  id: string
  /** 'Block 112', 'Club 54', 'Box A': the section name on listings. Unique in the plan. */
  name: string
  level: string
  /** Key of its category. */
  category: string
  /** Corners in order, not closed; one decimal. */
  polygon: [x: number, y: number][]
  /** A point well inside the polygon. */
  labelAt: [x: number, y: number]
  seats: number
  /** At least one, at most `seats`. */
  rows: number
}

export type PlanSurface = {
  kind: SurfaceKind
  /** An area; for a `track`, the line of the course. */
  shape: [x: number, y: number][]
  /** True when the surface was generated for a plan that lacks one. */
  isSketch?: true
}

export type SeatingPlan = {
  /** Whether the plan is generated or not to scale and must be labelled so (product.md §2). */
  schematic: boolean
  /** Size of the plan, from (0, 0); the width is always 1000. */
  width: number
  height: number
  /** The pitch, stage or track that the seats face; `null` when unknown. */
  surface: PlanSurface | null
  blocks: SeatingBlock[]
  /** Categories in use, most expensive (rank 1) first. */
  categories: SeatingCategory[]
}

export type GeneratedPlan = SeatingPlan & { schematic: true; surface: PlanSurface }

export type SeatingPlanInput = {
  kind: VenueKind
  /** Total seats, distributed over all blocks. */
  capacity: number
  /** Distinguishes venues, such as the venue's slug. */
  seed: string
}

const layouts: Readonly<Record<VenueKind, (capacity: number, random: Random) => PlanLayout>> = {
  bowl: layOutBowl,
  arena: layOutArena,
  court: layOutCourt,
  theatre: layOutTheatre,
  circuit: layOutCircuit,
  field: layOutField,
}

/** @throws RangeError unless the capacity is a positive whole number. */
export function generateSeatingPlan({ kind, capacity, seed }: SeatingPlanInput): GeneratedPlan {
  if (!Number.isSafeInteger(capacity) || capacity < 1)
    throw new RangeError(`${capacity} is not a valid capacity`)
  const layout = layouts[kind](capacity, seededRandom(`${kind}:${seed}`))
  const { height, project } = fitToPlan(layoutBounds(layout))
  const layoutBlocks = layout.blocks.slice(0, capacity)
  const seats = distributeSeats(capacity, layoutBlocks.map(seatWeight))
  return {
    schematic: true,
    width: planWidth,
    height,
    surface: { kind: layout.surface.kind, shape: layout.surface.shape.map(project) },
    blocks: layoutBlocks.map((block, index) => finishBlock(block, seats[index] ?? 1, project)),
    categories: categoriesOf(layoutBlocks),
  }
}

function finishBlock(
  block: LayoutBlock,
  seats: number,
  project: (point: Point) => [number, number],
): SeatingBlock {
  // The ratio of rows to seats per row follows the block's depth and width.
  const rows = Math.round(Math.sqrt((seats * block.depth ** 2) / polygonArea(block.polygon)))
  return {
    id: slugify(block.name),
    name: block.name,
    level: block.category.level,
    category: block.category.key,
    polygon: block.polygon.map(project),
    labelAt: project(block.labelAt),
    seats,
    rows: Math.min(seats, Math.max(1, rows)),
  }
}

function categoriesOf(blocks: readonly LayoutBlock[]): SeatingCategory[] {
  const byKey = new Map(blocks.map(({ category }) => [category.key, category]))
  return [...byKey.values()]
    .sort((one, other) => one.rank - other.rank)
    .map((category, index) => ({ ...category, rank: index + 1 }))
}
