import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { contains } from '@terrace/domain/seating-plan/geometry'

export type PlanBlock = WireSeatingPlan['blocks'][number]
export type PlanSize = Pick<WireSeatingPlan, 'width' | 'height'>
export type Point = PlanBlock['label_at']

/** `x,y x,y …`, as SVG wants it. */
export function pointsText(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ')
}

/** 'Lower tier' of `Block 112`; nothing where the name says it already (`Lower Tier 6`). */
export function levelText({ name, level }: PlanBlock): string {
  return name.toLowerCase().includes(level.toLowerCase()) ? '' : level
}

/** What stands in the block: `112` of `Block 112`, `A2` of `Grandstand A 2`; the whole name where it has no mark. */
export function shortName(name: string): string {
  const marks = name.split(/\s+/).filter((word) => /^(?:\d+|[A-Z]\d*)$/.test(word))
  return marks.length === 0 ? name : marks.join('')
}

/** Height of a label on the screen. */
export const labelPixels = 10

/**
 * How many pixels a unit of the plan must take for the label to stand free inside the block: labels appear as one zooms in,
 * and until then tooltip and list have the names.
 */
export function labelNeeds({ name, polygon, label_at: [x, y] }: PlanBlock): number {
  const right = (shortName(name).length * 0.61 * labelPixels) / 2 + 0.5
  const down = labelPixels * 0.25
  // Its ends, and its corners but for a little: where a block stands aslant they may touch its edge.
  const edge = [-1, 1].flatMap((side) => [
    [side * right, 0],
    [side * right * 0.7, down],
    [side * right * 0.7, -down],
  ])
  const fits = (pixels: number) =>
    edge.every(([byX = 0, byY = 0]) => contains(polygon, [x + byX / pixels, y + byY / pixels]))
  // A block is at least two units wide: at this many pixels for each, anything fits.
  let [tooFew, enough] = [0, 64]
  while (enough / Math.max(tooFew, 0.05) > 1.05) {
    const middle = (tooFew + enough) / 2
    if (fits(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

export function boxOf(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** By name, numbers as numbers: the order in which arrows walk the plan. */
export function byName(left: PlanBlock, right: PlanBlock): number {
  return order.compare(left.name, right.name)
}
