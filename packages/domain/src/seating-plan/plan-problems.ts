/** Validates the blocks of a plan. */
import { slugify } from '../text/slug.ts'
import { boundingBox, crossesItself, polygonArea } from './geometry.ts'
import type { PlanProjection } from './plan-projection.ts'
import type { PlanFileBlock } from './plan-file-types.ts'

export type PlanProblem = { at: readonly (string | number)[]; reason: string }

/** The largest venues have about 300 blocks; more would slow down every page of the venue. */
export const planLimits = {
  blocks: 1000,
  corners: 400,
  allCorners: 20_000,
  name: 60,
  seats: 100_000,
} as const

/** Beyond this, sums lose precision. */
const maxCoordinate = 1e7
/** In plan units (1000 wide): a spot of 2 × 2 can still be selected when zoomed in. */
const minArea = 4
const maxProblems = 100

export function checkBlocks(blocks: readonly PlanFileBlock[]): PlanProblem[] {
  if (blocks.length === 0) return [{ at: [], reason: 'the plan has no blocks' }]
  const corners = blocks.reduce((sum, { polygon }) => sum + polygon.length, 0)
  if (blocks.length > planLimits.blocks || corners > planLimits.allCorners) {
    const limitText = `${planLimits.blocks} blocks and ${planLimits.allCorners} corners`
    return [
      {
        at: [],
        reason: `the plan has ${blocks.length} blocks and ${corners} corners, but the limit is ${limitText}`,
      },
    ]
  }
  const problems: PlanProblem[] = []
  const names = new Map<string, string>()
  for (const block of blocks) {
    const id = slugify(block.name)
    const reason = nameProblem(block) ?? sameNameProblem(names.get(id)) ?? shapeProblem(block)
    if (reason !== null) problems.push({ at: block.at, reason: `"${block.name}" ${reason}` })
    names.set(id, block.name)
    if (problems.length >= maxProblems) break
  }
  return problems
}

/** Rejects blocks that would be too small to see. */
export function checkBlockSizes(blocks: readonly PlanFileBlock[], { scale }: PlanProjection): PlanProblem[] {
  return blocks
    .filter(({ polygon }) => polygonArea(polygon) * scale ** 2 < minArea)
    .slice(0, maxProblems)
    .map(({ at, name }) => ({ at, reason: `"${name}" is too small to be visible` }))
}

function nameProblem({ name, level, category }: PlanFileBlock): string | null {
  if (name.trim() === '') return 'is not a block name'
  const text = [name, level, category].find(
    (candidate) => candidate.length > planLimits.name || /\p{Cc}/u.test(candidate),
  )
  return text === undefined
    ? null
    : `has a name, level or category that is longer than ${planLimits.name} characters or not plain text`
}

function sameNameProblem(existingName: string | undefined): string | null {
  return existingName === undefined
    ? null
    : `duplicates another block ("${existingName}"); sellers couldn’t tell them apart`
}

function shapeProblem({ polygon, seats }: PlanFileBlock): string | null {
  if (polygon.some((point) => point.some((value) => !(Math.abs(value) <= maxCoordinate))))
    return `has a corner farther than ${maxCoordinate} from the origin`
  if (new Set(polygon.map(String)).size < 3) return 'has fewer than three corners'
  if (polygon.length > planLimits.corners) return `has more than ${planLimits.corners} corners`
  const { left, right, top, bottom } = boundingBox(polygon)
  // Relative to the block's size, because rounding can give a line a small area.
  if (polygonArea(polygon) <= (right - left) * (bottom - top) * 1e-6) return 'has no area'
  if (crossesItself(polygon)) return 'has an outline that crosses itself'
  if (seats !== undefined && (seats < 1 || seats > planLimits.seats))
    return `has ${seats} seats, but must have 1 to ${planLimits.seats}`
  return null
}
