import type { Point } from './geometry.ts'
import type { SeatingCategory } from './draft.ts'

/** Where around a rectangle a block lies: along a long side, at an end, or at a corner. */
export type Position = 'side' | 'corner' | 'end'

/** By the way that the block faces away from the middle. */
export function positionOf([x, y]: Point): Position {
  if (Math.abs(y) > 0.9) return 'side'
  return Math.abs(x) > 0.9 ? 'end' : 'corner'
}

/** A category for all of a level: 'Club level'. */
export function levelCategory(level: string, rank: number): SeatingCategory {
  return { key: keyOf(level), name: level, level, rank }
}

/** A category for a part of a level: 'Lower tier side'. Ranks of the three follow each other from `rank` on. */
export function positionCategory(level: string, position: Position, rank: number): SeatingCategory {
  const name = `${level} ${position}`
  return { key: keyOf(name), name, level, rank: rank + { side: 0, corner: 1, end: 2 }[position] }
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
