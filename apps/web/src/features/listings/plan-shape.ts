import type { WireSeatingPlan } from '@terrace/contracts/catalogue'

export type PlanBlock = WireSeatingPlan['blocks'][number]
export type PlanSize = Pick<WireSeatingPlan, 'width' | 'height'>
export type Point = PlanBlock['label_at']

/** `x,y x,y …`, as SVG wants it. */
export function pointsText(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ')
}

/** What stands in the block: `112` of `Block 112`, `A2` of `Grandstand A 2`; the whole name where it has no mark. */
export function shortName(name: string): string {
  const marks = name.split(/\s+/).filter((word) => /^(?:\d+|[A-Z]\d*)$/.test(word))
  return marks.length === 0 ? name : marks.join('')
}

/** Height of a label on the screen. */
export const labelPixels = 11

/**
 * How many pixels a unit of the plan must take for the label to stand free inside the block: labels appear as one zooms in,
 * and until then tooltip and list have the names.
 */
export function labelNeeds({ name, polygon }: PlanBlock): number {
  const { width, height } = boxOf(polygon)
  return Math.max((shortName(name).length * labelPixels * 0.62 + 4) / width, (labelPixels + 3) / height)
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
