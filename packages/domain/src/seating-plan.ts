/**
 * Seating plans made up for venues of which no licensed plan exists (product.md §2). Such a plan is a schematic: it shows
 * the kind of place and how its levels lie, not the true seats, and says so. The same venue gets the same plan every
 * time, on every machine: nothing in here may depend on the clock, the locale or the order of calls.
 */
import { seededRandom } from './short-hash.ts'
import type { Random } from './short-hash.ts'
import { slugify } from './slug.ts'
import { draftArena, draftBowl, draftCourt } from './seating-plan/around.ts'
import { draftCircuit } from './seating-plan/circuit.ts'
import { draftBox, seatWeight } from './seating-plan/draft.ts'
import type { Draft, DraftBlock, SeatingCategory, SurfaceKind } from './seating-plan/draft.ts'
import { draftField } from './seating-plan/field.ts'
import { polygonArea } from './seating-plan/geometry.ts'
import type { Point } from './seating-plan/geometry.ts'
import { pictureOf, planWidth } from './seating-plan/picture.ts'
import { shareSeats } from './seating-plan/share-seats.ts'
import { draftTheatre } from './seating-plan/theatre.ts'

export const venueKinds = ['bowl', 'arena', 'circuit', 'court', 'theatre', 'field'] as const

export type VenueKind = (typeof venueKinds)[number]

export type SeatingBlock = {
  /** Unique in the plan: the slug of the name. */
  id: string
  /** 'Block 112', 'Club 54', 'Box A': what a listing calls its section. Unique in the plan. */
  name: string
  level: string
  /** The key of its category. */
  category: string
  /** Corners in order, not closed; one decimal. */
  polygon: [x: number, y: number][]
  /** Well inside the polygon. */
  labelAt: [x: number, y: number]
  seats: number
  /** At least one, at most `seats`. */
  rows: number
}

export type PlanSurface = {
  kind: SurfaceKind
  /** An area, except for a `track`, whose shape is the line to drive along. */
  shape: [x: number, y: number][]
  /** Drawn by us into a plan that came without it: it says where to look, not what is there. */
  isSketch?: true
}

export type SeatingPlan = {
  /** Whether it is made up, or at least not measured, and has to say so (product.md §2). */
  schematic: boolean
  /** The box that everything lies in, at (0, 0); the width is always 1000. */
  width: number
  height: number
  /** What the seats look at; null where that is not known. */
  surface: PlanSurface | null
  blocks: SeatingBlock[]
  /** Those in use, the dearest (rank 1) first. */
  categories: SeatingCategory[]
}

export type GeneratedPlan = SeatingPlan & { schematic: true; surface: PlanSurface }

export type SeatingPlanInput = {
  kind: VenueKind
  /** Places in all; the seats of the blocks add up to it. */
  capacity: number
  /** What tells venues apart, for instance the venue's slug. */
  seed: string
}

const drafts: Readonly<Record<VenueKind, (capacity: number, random: Random) => Draft>> = {
  bowl: draftBowl,
  arena: draftArena,
  court: draftCourt,
  theatre: draftTheatre,
  circuit: draftCircuit,
  field: draftField,
}

/** Throws a `RangeError` unless the capacity is a positive whole number. */
export function generateSeatingPlan({ kind, capacity, seed }: SeatingPlanInput): GeneratedPlan {
  if (!Number.isSafeInteger(capacity) || capacity < 1) throw new RangeError(`${capacity} is no capacity`)
  const draft = drafts[kind](capacity, seededRandom(`${kind}:${seed}`))
  const { height, place } = pictureOf(draftBox(draft))
  const drafted = draft.blocks.slice(0, capacity)
  const seats = shareSeats(capacity, drafted.map(seatWeight))
  return {
    schematic: true,
    width: planWidth,
    height,
    surface: { kind: draft.surface.kind, shape: draft.surface.shape.map(place) },
    blocks: drafted.map((block, index) => finishBlock(block, seats[index] ?? 1, place)),
    categories: categoriesOf(drafted),
  }
}

function finishBlock(
  block: DraftBlock,
  seats: number,
  place: (point: Point) => [number, number],
): SeatingBlock {
  // Rows and seats in a row stand to each other as depth and width of the block do.
  const rows = Math.round(Math.sqrt((seats * block.depth ** 2) / polygonArea(block.polygon)))
  return {
    id: slugify(block.name),
    name: block.name,
    level: block.category.level,
    category: block.category.key,
    polygon: block.polygon.map(place),
    labelAt: place(block.labelAt),
    seats,
    rows: Math.min(seats, Math.max(1, rows)),
  }
}

function categoriesOf(blocks: readonly DraftBlock[]): SeatingCategory[] {
  const byKey = new Map(blocks.map(({ category }) => [category.key, category]))
  return [...byKey.values()]
    .sort((one, other) => one.rank - other.rank)
    .map((category, index) => ({ ...category, rank: index + 1 }))
}
