/** How a drawing in any units becomes the picture of a plan: 1000 wide, with a margin, to one decimal. */
import type { Box, Point } from './geometry.ts'

export const planWidth = 1000
const margin = 24
/** A row of tables is a thin strip; below this the picture has air above and under it. */
const leastHeight = 240

export type Picture = {
  height: number
  /** Picture units for one unit of the drawing. */
  scale: number
  place: (point: Point) => [x: number, y: number]
}

/** Fits the box into the picture. The box must have a width. */
export function pictureOf({ left, top, right, bottom }: Box): Picture {
  const scale = (planWidth - 2 * margin) / (right - left)
  const drawn = (bottom - top) * scale + 2 * margin
  const height = round(Math.max(drawn, leastHeight))
  const down = margin + (height - drawn) / 2
  return {
    height,
    scale,
    place: ([x, y]) => [round(margin + (x - left) * scale), round(down + (y - top) * scale)],
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
