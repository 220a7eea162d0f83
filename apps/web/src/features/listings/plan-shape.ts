import type { WireSeatingPlan } from '@terrace/contracts/catalogue'

export type PlanBlock = WireSeatingPlan['blocks'][number]
export type PlanPoint = PlanBlock['label_at']

/** `x,y x,y …`, as SVG wants it. */
export function pointsText(points: readonly PlanPoint[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ')
}

/** What stands in the block: `112` of `Block 112`, `A2` of `Grandstand A 2`; the whole name where it has no mark. */
export function shortName(name: string): string {
  const marks = name.split(/\s+/).filter((word) => /^(?:\d+|[A-Z]\d*)$/.test(word))
  return marks.length === 0 ? name : marks.join('')
}

/** Height of a label in units of the plan, whose width is about 1000. */
export const labelSize = 17

/** Whether the label stands free inside the block; one that does not is left to the tooltip and the list. */
export function labelFits(block: PlanBlock): boolean {
  const { width, height } = boxOf(block.polygon)
  return width >= shortName(block.name).length * labelSize * 0.62 + 6 && height >= labelSize + 4
}

export function boxOf(points: readonly PlanPoint[]): { x: number; y: number; width: number; height: number } {
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
