/**
 * Sketches the surface of a plan that only has seats: the largest pitch, floor or track that fits between the blocks,
 * around their middle.
 */
import type { VenueKind } from './seating-plan.ts'
import { rectangle } from './plan-layout.ts'
import { boundingBox, overlaps } from './geometry.ts'
import type { Point, Polygon } from './geometry.ts'

/** Minimum share of the width. Below it the blocks form rows and have no middle to face. */
const minWidth = 0.18
const steps = 40
/** Space between the surface and the first row, as a factor. */
const clearance = 1.06

/** `null` when there is not enough room, or when this kind of venue has no surface in the middle. */
export function sketchSurface(kind: VenueKind, blocks: readonly Polygon[]): Polygon | null {
  if (kind === 'theatre') return null
  const { left, top, right, bottom } = boundingBox(blocks.flat())
  const width = right - left
  const height = bottom - top
  const middle: Point = [left + width / 2, top + height / 2]
  for (let step = steps; step >= 1; step -= 1) {
    const fraction = (0.9 * step) / steps
    if (fraction < minWidth) return null
    const shape = (by: number) =>
      moved(templateOf(kind, width * fraction * by, height * fraction * by), middle)
    if (!blocks.some((block) => overlaps(block, shape(clearance)))) return shape(1)
  }
  return null
}

/** The largest shape that fits, in the proportions of its kind. */
function templateOf(kind: VenueKind, width: number, height: number): Polygon {
  const oval = kind === 'circuit' || kind === 'field' || kind === 'arena'
  const shortest = kind === 'circuit' ? 0.38 : 0.62
  const across = Math.min(width, height / shortest)
  const down = Math.min(height, across * (kind === 'circuit' ? 0.6 : 0.72))
  return oval ? roundedEnds(across, down) : rectangle(across, down)
}

/** Two straights with semicircular ends, 64 points; a circle if height equals width. */
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
