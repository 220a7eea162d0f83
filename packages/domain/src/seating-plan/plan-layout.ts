/** Building blocks of generated plans, before scaling and seat distribution. */
import type { Box, Point, Polygon } from './geometry.ts'
import { boundingBox, polygonArea } from './geometry.ts'
import { distanceTo, offsetPoint, trackPointAt, trackLength } from './track.ts'
import type { Track } from './track.ts'

/** `rank` orders the categories of a plan; 1 is the most expensive. */
export type SeatingCategory = { key: string; name: string; level: string; rank: number }

export type LayoutBlock = {
  name: string
  category: SeatingCategory
  polygon: Polygon
  /** A point well inside the block, for its label. */
  labelAt: Point
  /** Distance from the first to the last row, in layout units. */
  depth: number
  /** Seats per area relative to other blocks; less than 1 for boxes and lawns. */
  density: number
}

export type SurfaceKind = 'pitch' | 'floor' | 'track' | 'court' | 'stage' | 'field'

export type PlanLayout = {
  surface: { kind: SurfaceKind; shape: Polygon }
  blocks: LayoutBlock[]
}

/** A block without a name; names are assigned once all blocks of a level are known. */
export type RingSlice = { polygon: Polygon; labelAt: Point; outward: Point; depth: number; sector: number }

/** A part of a ring between two aisles, as distances along the track in the middle of the ring. */
export type Sector = { from: number; to: number }

export type Ring = { inner: number; outer: number }

/** Aisles cut a closed track at the middle of its sides, or of its corners. */
export type AisleStyle = 'sides' | 'corners'

const aislePieces = {
  sides: [
    [0, 0],
    [2, 0.5],
    [4, 0.5],
    [6, 0.5],
  ],
  corners: [
    [7, 0.5],
    [1, 0.5],
    [3, 0.5],
    [5, 0.5],
  ],
} as const satisfies Record<AisleStyle, readonly (readonly [piece: number, fraction: number])[]>

/** The four sectors of a ring around a `roundedTrack`, clockwise. */
export function quarters(track: Track, ring: Ring, style: AisleStyle, aisle: number): Sector[] {
  const middle = middleOf(ring)
  const totalLength = trackLength(track, middle)
  const aisleDistances = aislePieces[style].map(([piece, fraction]) =>
    distanceTo(track, middle, piece, fraction),
  )
  return aisleDistances.map((aisleDistance, index) => {
    const next = aisleDistances[(index + 1) % aisleDistances.length] ?? aisleDistance
    return {
      from: aisleDistance + aisle / 2,
      to: (next <= aisleDistance ? next + totalLength : next) - aisle / 2,
    }
  })
}

/**
 * Cuts the sectors of a ring into blocks of similar width, in track order, with gaps. `count` is the total; each
 * sector gets at least one block.
 */
export function sliceRing(
  track: Track,
  ring: Ring,
  sectors: readonly Sector[],
  count: number,
  gap: number,
): RingSlice[] {
  const totalLength = sectors.reduce((sum, { from, to }) => sum + to - from, 0)
  return sectors.flatMap(({ from, to }, sector) => {
    const blocks = Math.max(1, Math.round((count * (to - from)) / totalLength))
    const width = (to - from - gap * (blocks - 1)) / blocks
    return Array.from({ length: blocks }, (_, index) => {
      const start = from + index * (width + gap)
      return { ...sliceBlock(track, ring, start, start + width), sector }
    })
  })
}

function sliceBlock(track: Track, ring: Ring, from: number, to: number): Omit<RingSlice, 'sector'> {
  const middle = middleOf(ring)
  const places = stops(track, middle, from, to).map((along) => trackPointAt(track, middle, along))
  const centre = trackPointAt(track, middle, (from + to) / 2)
  return {
    polygon: [
      ...places.map((place) => offsetPoint(place, ring.outer)),
      ...places.toReversed().map((place) => offsetPoint(place, ring.inner)),
    ],
    labelAt: offsetPoint(centre, middle),
    outward: centre.outward,
    depth: ring.outer - ring.inner,
  }
}

/** Corners along a block's long sides: both ends, plus enough points between them to make bends look round. */
function stops(track: Track, offset: number, from: number, to: number): number[] {
  const [startX, startY] = trackPointAt(track, offset, from).outward
  const [endX, endY] = trackPointAt(track, offset, to).outward
  const bend = Math.acos(Math.min(1, Math.max(-1, startX * endX + startY * endY)))
  const pieces = Math.max(1, Math.ceil(bend / (Math.PI / 40)))
  return Array.from({ length: pieces + 1 }, (_, index) => from + ((to - from) * index) / pieces)
}

function middleOf({ inner, outer }: Ring): number {
  return (inner + outer) / 2
}

export function rectangle(width: number, height: number): Polygon {
  return [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ]
}

/** The outline of a closed track at a distance of `offset`. */
export function outline(track: Track, offset: number, points = 64): Polygon {
  const totalLength = trackLength(track, offset)
  return Array.from({ length: points }, (_, index) =>
    offsetPoint(trackPointAt(track, offset, (totalLength * index) / points), offset),
  )
}

/** The box around everything in the layout. */
export function layoutBounds({ surface, blocks }: PlanLayout): Box {
  return boundingBox([...surface.shape, ...blocks.flatMap(({ polygon }) => polygon)])
}

/** Relative share of seats for this block. */
export function seatWeight({ polygon, density }: LayoutBlock): number {
  return polygonArea(polygon) * density
}
