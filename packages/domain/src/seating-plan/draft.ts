/** What the plans of all kinds of venue are made of, before they are scaled to a picture and given their seats. */
import type { Box, Point, Polygon } from './geometry.ts'
import { boundingBox, polygonArea } from './geometry.ts'
import { distanceTo, offsetPoint, placeAt, trackLength } from './track.ts'
import type { Track } from './track.ts'

/** `rank` orders the categories of a plan from the dearest (1) on. */
export type SeatingCategory = { key: string; name: string; level: string; rank: number }

export type DraftBlock = {
  name: string
  category: SeatingCategory
  polygon: Polygon
  /** A point well inside, for the block's label. */
  labelAt: Point
  /** How deep the block is from its first to its last row, in the units of the draft. */
  depth: number
  /** Seats for the same area compared with other blocks; 1 unless boxes or lawns make it less. */
  density: number
}

export type SurfaceKind = 'pitch' | 'floor' | 'track' | 'court' | 'stage' | 'field'

export type Draft = {
  surface: { kind: SurfaceKind; shape: Polygon }
  blocks: DraftBlock[]
}

/** A block without its name, which is given once all blocks of a level are known. */
export type Cut = { polygon: Polygon; labelAt: Point; outward: Point; depth: number; sector: number }

/** A part of a ring between two aisles, as distances along the track at the ring's middle. */
export type Sector = { from: number; to: number }

export type Ring = { inner: number; outer: number }

/** Where aisles cut a closed track: at the middle of the sides, or at the middle of the corners. */
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
  const whole = trackLength(track, middle)
  const cuts = aislePieces[style].map(([piece, fraction]) => distanceTo(track, middle, piece, fraction))
  return cuts.map((cut, index) => {
    const next = cuts[(index + 1) % cuts.length] ?? cut
    return { from: cut + aisle / 2, to: (next <= cut ? next + whole : next) - aisle / 2 }
  })
}

/**
 * Cuts each sector of the ring into blocks of about equal width, `count` in all sectors together, at least one in
 * each, with a gap between neighbours. In the order in which the track is walked.
 */
export function cutRing(
  track: Track,
  ring: Ring,
  sectors: readonly Sector[],
  count: number,
  gap: number,
): Cut[] {
  const whole = sectors.reduce((sum, { from, to }) => sum + to - from, 0)
  return sectors.flatMap(({ from, to }, sector) => {
    const blocks = Math.max(1, Math.round((count * (to - from)) / whole))
    const width = (to - from - gap * (blocks - 1)) / blocks
    return Array.from({ length: blocks }, (_, index) => {
      const start = from + index * (width + gap)
      return { ...cutBlock(track, ring, start, start + width), sector }
    })
  })
}

function cutBlock(track: Track, ring: Ring, from: number, to: number): Omit<Cut, 'sector'> {
  const middle = middleOf(ring)
  const places = stops(track, middle, from, to).map((along) => placeAt(track, middle, along))
  const centre = placeAt(track, middle, (from + to) / 2)
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

/** Where a block's long sides get a corner: its ends, and in between so often that a bend looks round. */
function stops(track: Track, offset: number, from: number, to: number): number[] {
  const [startX, startY] = placeAt(track, offset, from).outward
  const [endX, endY] = placeAt(track, offset, to).outward
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

/** The outline of a closed track, `offset` out from it. */
export function outline(track: Track, offset: number, points = 64): Polygon {
  const whole = trackLength(track, offset)
  return Array.from({ length: points }, (_, index) =>
    offsetPoint(placeAt(track, offset, (whole * index) / points), offset),
  )
}

/** Everything that the draft draws. */
export function draftBox({ surface, blocks }: Draft): Box {
  return boundingBox([...surface.shape, ...blocks.flatMap(({ polygon }) => polygon)])
}

/** How many seats the block would take compared with others of the draft. */
export function seatWeight({ polygon, density }: DraftBlock): number {
  return polygonArea(polygon) * density
}
