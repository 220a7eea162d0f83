import type { Point } from './geometry.ts'
import type { SeatingCategory } from './plan-layout.ts'

/** Position of a block around a rectangle: at a long side, an end or a corner. */
export type Position = 'side' | 'corner' | 'end'

/** Derived from the direction in which the block faces outwards. */
export function positionOf([x, y]: Point): Position {
  if (Math.abs(y) > 0.9) return 'side'
  return Math.abs(x) > 0.9 ? 'end' : 'corner'
}

/** A category for a whole level: 'Club level'. */
export function levelCategory(level: string, rank: number): SeatingCategory {
  return { key: keyOf(level), name: level, level, rank }
}

/** A category for part of a level: 'Lower tier side'. The three positions take consecutive ranks from `rank`. */
export function positionCategory(level: string, position: Position, rank: number): SeatingCategory {
  const name = `${level} ${position}`
  return { key: keyOf(name), name, level, rank: rank + { side: 0, corner: 1, end: 2 }[position] }
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
