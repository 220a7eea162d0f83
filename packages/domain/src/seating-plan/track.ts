/**
 * A track is the line that a stand follows: straight and curved pieces joined smoothly. A place is its distance along
 * the track and its offset outwards. Blocks that differ in one of these never overlap.
 */
import type { Point } from './geometry.ts'

/** `length` along the track; `turn` is the angle of its clockwise bend. */
export type Piece = { length: number; turn: number }

export type Track = { start: Point; heading: number; pieces: readonly Piece[]; closed: boolean }

/** Length of the track at `offset`. Outwards is to the left of the direction of travel. */
export function trackLength(track: Track, offset: number): number {
  return track.pieces.reduce((sum, piece) => sum + lengthAt(piece, offset), 0)
}

/** Distance along the track, at `offset`, to a fraction of the given piece. */
export function distanceTo(track: Track, offset: number, pieceIndex: number, fraction: number): number {
  return track.pieces.reduce((sum, piece, index) => {
    if (index > pieceIndex) return sum
    return sum + lengthAt(piece, offset) * (index === pieceIndex ? fraction : 1)
  }, 0)
}

/** A point on the track and its outward direction. */
export type TrackPoint = { at: Point; outward: Point }

/** The point after travelling `along` at `offset`. Closed tracks wrap around in both directions. */
export function trackPointAt(track: Track, offset: number, along: number): TrackPoint {
  const totalLength = trackLength(track, offset)
  let remaining = track.closed
    ? ((along % totalLength) + totalLength) % totalLength
    : Math.min(Math.max(along, 0), totalLength)
  let { start: at, heading } = track
  for (const [index, piece] of track.pieces.entries()) {
    const length = lengthAt(piece, offset)
    if (remaining <= length || index === track.pieces.length - 1) {
      const fraction = length === 0 ? 0 : Math.min(1, remaining / length)
      at = walk(at, heading, piece, fraction)
      heading += piece.turn * fraction
      break
    }
    at = walk(at, heading, piece, 1)
    heading += piece.turn
    remaining -= length
  }
  return { at, outward: [Math.sin(heading), -Math.cos(heading)] }
}

export function offsetPoint({ at, outward }: TrackPoint, offset: number): Point {
  return [at[0] + outward[0] * offset, at[1] + outward[1] * offset]
}

/**
 * A closed clockwise track of the given size around (0, 0), starting in the east: four sides, which may bow outwards,
 * and four rounded corners. Pieces 0 and 8 are the halves of the east side; 1, 3, 5 and 7 are corners; 2, 4 and 6 are
 * the south, west and north sides.
 */
export function roundedTrack(shape: {
  width: number
  height: number
  radius: number
  /** Turn of each long (north, south) and short (east, west) side over its full length. */
  bowLong?: number
  bowShort?: number
}): Track {
  const { width, height, radius, bowLong = 0, bowShort = 0 } = shape
  const cornerTurn = Math.PI / 2 - bowLong / 2 - bowShort / 2
  const corner = { length: radius * cornerTurn, turn: cornerTurn }
  const sides = { long: width - 2 * radius, short: height - 2 * radius }
  // Bows extend the sides and flatten the corners, so the side lengths are adjusted iteratively to reach the size.
  for (let round = 0; round < 24; round += 1) {
    const [builtWidth, across] = sizeOf(roundedFromEast(sides, corner, bowLong, bowShort))
    sides.long = Math.max(1, sides.long + width - builtWidth)
    sides.short = Math.max(1, sides.short + height - across)
  }
  const walked = roundedFromEast(sides, corner, bowLong, bowShort)
  return { ...walked, start: [sizeOf(walked)[0] / 2, 0] }
}

function roundedFromEast(
  sides: { long: number; short: number },
  corner: Piece,
  bowLong: number,
  bowShort: number,
): Track {
  const long = { length: sides.long, turn: bowLong }
  const short = { length: sides.short, turn: bowShort }
  const half = { length: sides.short / 2, turn: bowShort / 2 }
  const pieces = [half, corner, long, corner, short, corner, long, corner, half]
  return { start: [0, 0], heading: Math.PI / 2, pieces, closed: true }
}

/** Width between the middles of the east and west sides, and height between the south and north ones. */
function sizeOf(track: Track): [width: number, height: number] {
  const totalLength = trackLength(track, 0)
  const [east, south, west, north] = [0, 1, 2, 3].map(
    (quarter) => trackPointAt(track, 0, (totalLength * quarter) / 4).at,
  )
  return [Math.abs((east?.[0] ?? 0) - (west?.[0] ?? 0)), Math.abs((south?.[1] ?? 0) - (north?.[1] ?? 0))]
}

/** A clockwise arc around (0, 0) from one angle to another; 0 is east, a quarter turn is south. */
export function arcTrack(radius: number, from: number, to: number): Track {
  return {
    start: [radius * Math.cos(from), radius * Math.sin(from)],
    heading: from + Math.PI / 2,
    pieces: [{ length: radius * (to - from), turn: to - from }],
    closed: false,
  }
}

function lengthAt(piece: Piece, offset: number): number {
  return piece.length + piece.turn * offset
}

function walk([x, y]: Point, heading: number, { length, turn }: Piece, fraction: number): Point {
  const walked = length * fraction
  const turned = turn * fraction
  // The chord of an arc points halfway between its first and last heading.
  const chord = turned === 0 ? walked : (walked * Math.sin(turned / 2)) / (turned / 2)
  return [x + chord * Math.cos(heading + turned / 2), y + chord * Math.sin(heading + turned / 2)]
}
