import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { contains } from '@terrace/domain/seating-plan/geometry'

export type PlanBlock = WireSeatingPlan['blocks'][number]
export type PlanSize = Pick<WireSeatingPlan, 'width' | 'height'>
export type Point = PlanBlock['label_at']

/** A block with what is the same in every drawing of it. */
export interface DrawnBlock {
  block: PlanBlock
  points: string
  label: string
  /** Name and level. */
  fullName: string
  /** See `minLabelScale`. */
  minScale: number
}

export function drawnBlock(block: PlanBlock): DrawnBlock {
  return {
    block,
    points: pointsText(block.polygon),
    label: shortName(block.name),
    fullName: [block.name, levelText(block)].filter(Boolean).join(', '),
    minScale: minLabelScale(block),
  }
}

/** Points as SVG `x,y x,y …`. */
export function pointsText(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ')
}

/** The level, unless the name already contains it: 'Lower tier' for `Block 112`, '' for `Lower Tier 6`. */
export function levelText({ name, level }: PlanBlock): string {
  return name.toLowerCase().includes(level.toLowerCase()) ? '' : level
}

/** Label inside the block: `112` for `Block 112`, `A2` for `Grandstand A 2`; the full name if it has no number. */
function shortName(name: string): string {
  const tokens = name.split(/\s+/).filter((word) => /^(?:\d+|[A-Z]\d*)$/.test(word))
  return tokens.length === 0 ? name : tokens.join('')
}

/** Largest label height in screen pixels. */
const labelPixels = 10
/** Narrow blocks have smaller labels, down to this height. */
const minLabelPixels = 7

/**
 * Label height in screen pixels at `scale` pixels per plan unit, for a block whose largest label needs `minScale`;
 * `null` when none fits.
 */
export function labelSize(minScale: number, scale: number): number | null {
  const size = Math.min(labelPixels, Math.floor((labelPixels * scale) / minScale))
  return size < minLabelPixels ? null : size
}

/**
 * Minimum pixels per plan unit at which the largest label fits inside the block. Without a label, tooltip and list show
 * the name.
 */
function minLabelScale({ name, polygon, label_at: [x, y] }: PlanBlock): number {
  const right = (shortName(name).length * 0.61 * labelPixels) / 2 + 0.5
  const down = labelPixels * 0.25
  // The label's ends and inset corners: in slanted blocks the corners may touch the edge.
  const edge = [-1, 1].flatMap((side) => [
    [side * right, 0],
    [side * right * 0.7, down],
    [side * right * 0.7, -down],
  ])
  const isInside = (pixels: number) =>
    edge.every(([byX = 0, byY = 0]) => contains(polygon, [x + byX / pixels, y + byY / pixels]))
  // At 64 pixels per unit every label fits, since blocks are at least two units wide.
  let [tooSmall, sufficient] = [0, 64]
  while (sufficient / Math.max(tooSmall, 0.05) > 1.05) {
    const middle = (tooSmall + sufficient) / 2
    if (isInside(middle)) sufficient = middle
    else tooSmall = middle
  }
  return sufficient
}

export function boundingBox(points: readonly Point[]): {
  x: number
  y: number
  width: number
  height: number
} {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorts blocks by name with numeric order, as arrow keys move between them. */
export function byName(left: PlanBlock, right: PlanBlock): number {
  return collator.compare(left.name, right.name)
}
