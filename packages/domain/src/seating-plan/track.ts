/**
 * A track is the line that a stand follows: straight and bent pieces joined without a kink. Every place beside the
 * track is named by how far along it lies and by how far out (the offset), so blocks cut from it cannot overlap: two
 * blocks differ in one of the two.
 */
import type { Point } from './geometry.ts'

/** `length` along the track itself, `turn` the angle by which it bends clockwise on the way. */
export type Piece = { length: number; turn: number }

export type Track = { start: Point; heading: number; pieces: readonly Piece[]; closed: boolean }

/** How long the track is when walked `offset` out from it. Outwards is to the left of the walking direction. */
export function trackLength(track: Track, offset: number): number {
  return track.pieces.reduce((sum, piece) => sum + lengthAt(piece, offset), 0)
}

/** How far along the track, walked at `offset`, the fraction of the given piece lies. */
export function distanceTo(track: Track, offset: number, pieceIndex: number, fraction: number): number {
  return track.pieces.reduce((sum, piece, index) => {
    if (index > pieceIndex) return sum
    return sum + lengthAt(piece, offset) * (index === pieceIndex ? fraction : 1)
  }, 0)
}

/** A place on the track: where it is, and which way is out. */
export type Place = { at: Point; outward: Point }

/**
 * The place that is reached after walking `along` at `offset`. A closed track goes round: more than a whole round, or
 * less than nothing, is counted on.
 */
export function placeAt(track: Track, offset: number, along: number): Place {
  const whole = trackLength(track, offset)
  let rest = track.closed ? ((along % whole) + whole) % whole : Math.min(Math.max(along, 0), whole)
  let { start: at, heading } = track
  for (const [index, piece] of track.pieces.entries()) {
    const length = lengthAt(piece, offset)
    if (rest <= length || index === track.pieces.length - 1) {
      const fraction = length === 0 ? 0 : Math.min(1, rest / length)
      at = walk(at, heading, piece, fraction)
      heading += piece.turn * fraction
      break
    }
    at = walk(at, heading, piece, 1)
    heading += piece.turn
    rest -= length
  }
  return { at, outward: [Math.sin(heading), -Math.cos(heading)] }
}

export function offsetPoint({ at, outward }: Place, offset: number): Point {
  return [at[0] + outward[0] * offset, at[1] + outward[1] * offset]
}

/**
 * A closed track around the middle (0, 0), as wide and as high as asked, starting in the east and walked clockwise:
 * four sides that may bow outwards and four rounded corners. Pieces 0 and 8 are the two halves of the east side, 1, 3, 5, 7 the corners, 2, 4
 * and 6 the south, west and north sides.
 */
export function roundedTrack(shape: {
  width: number
  height: number
  radius: number
  /** How far each long (north, south) and short (east, west) side turns over its whole length. */
  bowLong?: number
  bowShort?: number
}): Track {
  const { width, height, radius, bowLong = 0, bowShort = 0 } = shape
  const cornerTurn = Math.PI / 2 - bowLong / 2 - bowShort / 2
  const corner = { length: radius * cornerTurn, turn: cornerTurn }
  const sides = { long: width - 2 * radius, short: height - 2 * radius }
  // Bows make a side reach out and the corners turn less: a few rounds bring the sides to where the size is as asked.
  for (let round = 0; round < 24; round += 1) {
    const [reached, across] = sizeOf(roundedFromEast(sides, corner, bowLong, bowShort))
    sides.long = Math.max(1, sides.long + width - reached)
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

/** From the east side's middle to the west side's, and from the south side's to the north side's. */
function sizeOf(track: Track): [width: number, height: number] {
  const whole = trackLength(track, 0)
  const [east, south, west, north] = [0, 1, 2, 3].map(
    (quarter) => placeAt(track, 0, (whole * quarter) / 4).at,
  )
  return [Math.abs((east?.[0] ?? 0) - (west?.[0] ?? 0)), Math.abs((south?.[1] ?? 0) - (north?.[1] ?? 0))]
}

/** An arc around (0, 0), walked clockwise from one angle to another; 0 is east, a quarter turn is south. */
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
  // The chord of an arc points half-way between its first and its last heading.
  const chord = turned === 0 ? walked : (walked * Math.sin(turned / 2)) / (turned / 2)
  return [x + chord * Math.cos(heading + turned / 2), y + chord * Math.sin(heading + turned / 2)]
}
