/**
 * What the seats look at, for a plan that draws the seats only: the largest pitch, floor or track that fits between the
 * blocks around their middle. A sketch, and said to be one.
 */
import type { VenueKind } from '../seating-plan.ts'
import { rectangle } from './draft.ts'
import { boundingBox, overlaps } from './geometry.ts'
import type { Point, Polygon } from './geometry.ts'

/** Smaller than this share of the picture's width there is no middle to look at: blocks stand in rows, or one behind another. */
const leastWidth = 0.18
const steps = 40
/** Air between the surface and the first row. */
const clearance = 1.06

/** Null where the blocks leave no such room, or where the kind of venue does not have its surface in the middle. */
export function sketchSurface(kind: VenueKind, blocks: readonly Polygon[]): Polygon | null {
  if (kind === 'theatre') return null
  const { left, top, right, bottom } = boundingBox(blocks.flat())
  const width = right - left
  const height = bottom - top
  const middle: Point = [left + width / 2, top + height / 2]
  for (let step = steps; step >= 1; step -= 1) {
    const share = (0.9 * step) / steps
    if (share < leastWidth) return null
    const shape = (by: number) => moved(templateOf(kind, width * share * by, height * share * by), middle)
    if (!blocks.some((block) => overlaps(block, shape(clearance)))) return shape(1)
  }
  return null
}

/** As large as fits into the space, in the proportions of its kind. */
function templateOf(kind: VenueKind, width: number, height: number): Polygon {
  const oval = kind === 'circuit' || kind === 'field' || kind === 'arena'
  const shortest = kind === 'circuit' ? 0.38 : 0.62
  const across = Math.min(width, height / shortest)
  const down = Math.min(height, across * (kind === 'circuit' ? 0.6 : 0.72))
  return oval ? roundedEnds(across, down) : rectangle(across, down)
}

/** Two straights with a half turn at either end, 64 points; as high as wide it is a circle. */
function roundedEnds(width: number, height: number): Polygon {
  const radius = Math.min(width, height) / 2
  return Array.from({ length: 64 }, (_, index) => {
    const angle = (2 * Math.PI * (index + 0.5)) / 64
    const end = Math.sign(Math.cos(angle)) * (width / 2 - radius)
    return [end + radius * Math.cos(angle), radius * Math.sin(angle)] as const
  })
}

function moved(polygon: Polygon, [byX, byY]: Point): Polygon {
  return polygon.map(([x, y]) => [x + byX, y + byY] as const)
}
