/** Racing circuits: grandstands and banks along a generated closed track. */
import type { Random } from '../text/short-hash.ts'
import { roundWithin } from './ring-venues.ts'
import { levelCategory } from './category.ts'
import type { PlanLayout, LayoutBlock, SeatingCategory } from './plan-layout.ts'
import { distance, overlaps } from './geometry.ts'
import type { Point, Polygon } from './geometry.ts'

type Stand = {
  namePrefix: string
  category: SeatingCategory
  blocks: number
  length: number
  depth: number
  density: number
}

/** Distance from the centre line of the track to the first row. */
const clearance = 17
const standGap = 7
const blockGap = 3

export function layOutCircuit(capacity: number, random: Random): PlanLayout {
  const course = drawCourse(random)
  const occupied: Polygon[] = []
  const blocks: LayoutBlock[] = []
  const start = straightestIndex(course)
  const stands = standsFor(capacity)
  for (const [index, stand] of stands.entries()) {
    const targetIndex = start + Math.round((index * course.length) / stands.length)
    const position = findFreePosition(course, stand, targetIndex, occupied)
    if (position === null) continue
    occupied.push(position.outline)
    blocks.push(...sliceStand(stand, position))
  }
  return { surface: { kind: 'track', shape: course }, blocks }
}

/** The main grandstand first, then the others around the track; every fourth is a grass bank. */
function standsFor(capacity: number): Stand[] {
  const count = roundWithin(capacity / 6500, 6, 20)
  const main: Stand = {
    namePrefix: 'Main grandstand',
    category: levelCategory('Main grandstand', 1),
    blocks: 6,
    length: 190,
    depth: 40,
    density: 1.2,
  }
  let standNumber = 0
  let bank = 0
  const others = Array.from({ length: count }, (_, index): Stand => {
    if (index % 4 === 3) {
      bank += 1
      const category = levelCategory('General admission', 4)
      return { namePrefix: `Bank ${bank}`, category, blocks: 1, length: 92, depth: 46, density: 0.9 }
    }
    standNumber += 1
    // Stands next to the main one face the start; the others face bends.
    const category =
      index < 2 || index >= count - 2 ? levelCategory('Start grandstand', 2) : levelCategory('Grandstand', 3)
    const namePrefix = `Grandstand ${String.fromCharCode(64 + standNumber)}`
    return { namePrefix, category, blocks: 3, length: 96, depth: 32, density: 1 }
  })
  return [main, ...others]
}

/** A closed line of 240 points that never crosses itself: a stretched circle with waves in its radius. */
function drawCourse(random: Random): Polygon {
  const waves = [2, 3, 4, 5, 7].map((times) => ({
    times,
    height: (0.42 * (0.45 + 0.55 * random())) / times,
    phase: 2 * Math.PI * random(),
  }))
  return Array.from({ length: 240 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 240
    const radius =
      300 *
      (1 + waves.reduce((sum, wave) => sum + wave.height * Math.cos(wave.times * angle + wave.phase), 0))
    return [1.35 * radius * Math.cos(angle), radius * Math.sin(angle)] as const
  })
}

/** The point where the track is straightest over the length of the main grandstand. */
function straightestIndex(course: Polygon): number {
  let best = { index: 0, straightness: 0 }
  for (const index of course.keys()) {
    const span = [-12, -6, 0, 6, 12].map((step) => pointOf(course, index + step))
    const pathLength = span
      .slice(1)
      .reduce((sum, point, step) => sum + distance(point, span[step] ?? point), 0)
    const straightness = distance(span[0] ?? [0, 0], span.at(-1) ?? [0, 0]) / pathLength
    if (straightness > best.straightness) best = { index, straightness }
  }
  return best.index
}

type StandPosition = { outline: Polygon; middle: Point; along: Point; outward: Point }

/**
 * The next free position from `from`, searched once around the track, without overlapping the track or another stand.
 */
function findFreePosition(
  course: Polygon,
  stand: Stand,
  from: number,
  occupied: readonly Polygon[],
): StandPosition | null {
  for (let step = 0; step < course.length; step += 1) {
    const position = positionAlongTrack(course, stand, from + step)
    const isClear =
      !overlaps(position.outline, course) && !occupied.some((other) => overlaps(position.outline, other))
    if (isClear) return position
  }
  return null
}

function positionAlongTrack(course: Polygon, { length, depth }: Stand, index: number): StandPosition {
  const [beforeX, beforeY] = pointOf(course, index - 1)
  const [afterX, afterY] = pointOf(course, index + 1)
  const size = Math.hypot(afterX - beforeX, afterY - beforeY)
  const along: Point = [(afterX - beforeX) / size, (afterY - beforeY) / size]
  // The course runs clockwise, so outwards is to the left.
  const outward: Point = [along[1], -along[0]]
  const [x, y] = pointOf(course, index)
  const span = clearance + depth / 2
  const middle: Point = [x + outward[0] * span, y + outward[1] * span]
  // The outline includes the gap around the stand, which keeps other stands away.
  const outline = block({ middle, along, outward }, 0, length + 2 * standGap, depth + 2 * standGap)
  return { outline, middle, along, outward }
}

function sliceStand(
  { namePrefix, category, blocks, length, depth, density }: Stand,
  position: StandPosition,
): LayoutBlock[] {
  const width = (length - blockGap * (blocks - 1)) / blocks
  return Array.from({ length: blocks }, (_, index) => {
    const shift = (width - length) / 2 + index * (width + blockGap)
    return {
      name: blocks === 1 ? namePrefix : `${namePrefix} ${index + 1}`,
      category,
      polygon: block(position, shift, width, depth),
      labelAt: [
        position.middle[0] + position.along[0] * shift,
        position.middle[1] + position.along[1] * shift,
      ] as const,
      depth,
      density,
    }
  })
}

/** A rectangle along the track, shifted by `shift` from the middle of its stand. */
function block(
  { middle, along, outward }: Pick<StandPosition, 'middle' | 'along' | 'outward'>,
  shift: number,
  width: number,
  depth: number,
): Polygon {
  const corner = (alongDistance: number, outwardBy: number): Point => [
    middle[0] + along[0] * alongDistance + outward[0] * outwardBy,
    middle[1] + along[1] * alongDistance + outward[1] * outwardBy,
  ]
  return [
    corner(shift - width / 2, depth / 2),
    corner(shift + width / 2, depth / 2),
    corner(shift + width / 2, -depth / 2),
    corner(shift - width / 2, -depth / 2),
  ]
}

function pointOf(course: Polygon, index: number): Point {
  return course[((index % course.length) + course.length) % course.length] ?? [0, 0]
}
