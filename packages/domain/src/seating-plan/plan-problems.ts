/** What makes a plan unfit to be drawn or read. */
import { slugify } from '../slug.ts'
import { boundingBox, crossesItself, polygonArea } from './geometry.ts'
import type { Picture } from './picture.ts'
import type { PlanFileBlock } from './plan-file-types.ts'

export type PlanProblem = { at: readonly (string | number)[]; reason: string }

/** The largest grounds have some 300 blocks; what goes beyond would only slow every page that shows the venue. */
export const planLimits = {
  blocks: 1000,
  corners: 400,
  allCorners: 20_000,
  name: 60,
  seats: 100_000,
} as const

/** Farther out than any drawing; beyond it sums lose their precision. */
const farthest = 1e7
/** In the picture, which is 1000 wide: a spot of two by two can still be pointed at once zoomed in. */
const leastArea = 4
const mostProblems = 100

export function checkBlocks(blocks: readonly PlanFileBlock[]): PlanProblem[] {
  if (blocks.length === 0) return [{ at: [], reason: 'the plan has no block' }]
  const corners = blocks.reduce((sum, { polygon }) => sum + polygon.length, 0)
  if (blocks.length > planLimits.blocks || corners > planLimits.allCorners) {
    const most = `${planLimits.blocks} blocks and ${planLimits.allCorners} corners`
    return [
      { at: [], reason: `the plan has ${blocks.length} blocks and ${corners} corners: at most ${most}` },
    ]
  }
  const problems: PlanProblem[] = []
  const names = new Map<string, string>()
  for (const block of blocks) {
    const id = slugify(block.name)
    const reason = nameProblem(block) ?? sameNameProblem(names.get(id)) ?? shapeProblem(block)
    if (reason !== null) problems.push({ at: block.at, reason: `"${block.name}" ${reason}` })
    names.set(id, block.name)
    if (problems.length >= mostProblems) break
  }
  return problems
}

/** Blocks that are there but would be too small to see. */
export function checkPicture(blocks: readonly PlanFileBlock[], { scale }: Picture): PlanProblem[] {
  return blocks
    .filter(({ polygon }) => polygonArea(polygon) * scale ** 2 < leastArea)
    .slice(0, mostProblems)
    .map(({ at, name }) => ({ at, reason: `"${name}" is too small to be seen beside the others` }))
}

function nameProblem({ name, level, category }: PlanFileBlock): string | null {
  if (name.trim() === '') return 'is no name of a block'
  const text = [name, level, category].find(
    (candidate) => candidate.length > planLimits.name || /\p{Cc}/u.test(candidate),
  )
  return text === undefined
    ? null
    : `has a name, level or category that is longer than ${planLimits.name} characters or not plain text`
}

function sameNameProblem(same: string | undefined): string | null {
  return same === undefined
    ? null
    : `has the name of another block ("${same}"): sellers could not tell them apart`
}

function shapeProblem({ polygon, seats }: PlanFileBlock): string | null {
  if (polygon.some((point) => point.some((value) => !(Math.abs(value) <= farthest))))
    return `has a corner that is no place within ${farthest}`
  if (new Set(polygon.map(String)).size < 3) return 'has fewer than three corners'
  if (polygon.length > planLimits.corners) return `has more than ${planLimits.corners} corners`
  const { left, right, top, bottom } = boundingBox(polygon)
  // Against the block's own size: rounding leaves a line a little area.
  if (polygonArea(polygon) <= (right - left) * (bottom - top) * 1e-6) return 'has no area'
  if (crossesItself(polygon)) return 'has an outline that crosses itself'
  if (seats !== undefined && (seats < 1 || seats > planLimits.seats))
    return `has ${seats} seats: from 1 to ${planLimits.seats} are possible`
  return null
}
