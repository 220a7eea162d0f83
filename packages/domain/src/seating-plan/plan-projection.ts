/** Scales a drawing in any units to a plan: 1000 wide, with a margin, rounded to one decimal. */
import type { Box, Point } from './geometry.ts'

export const planWidth = 1000
const margin = 24
/** Minimum height, so that a single row of tables keeps some space above and below. */
const minHeight = 240

export type PlanProjection = {
  height: number
  /** Plan units per drawing unit. */
  scale: number
  project: (point: Point) => [x: number, y: number]
}

/** Fits the box into the plan. The box must have a width. */
export function fitToPlan({ left, top, right, bottom }: Box): PlanProjection {
  const scale = (planWidth - 2 * margin) / (right - left)
  const drawnHeight = (bottom - top) * scale + 2 * margin
  const height = round(Math.max(drawnHeight, minHeight))
  const topOffset = margin + (height - drawnHeight) / 2
  return {
    height,
    scale,
    project: ([x, y]) => [round(margin + (x - left) * scale), round(topOffset + (y - top) * scale)],
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
