/** Racing circuits: grandstands and banks along a made-up closed track. */
import type { Random } from '../short-hash.ts'
import { within } from './around.ts'
import { levelCategory } from './category.ts'
import type { Draft, DraftBlock, SeatingCategory } from './draft.ts'
import { distance, overlaps } from './geometry.ts'
import type { Point, Polygon } from './geometry.ts'

type Stand = {
  word: string
  category: SeatingCategory
  blocks: number
  length: number
  depth: number
  density: number
}

/** Between the middle of the track and the first row. */
const clearance = 17
const standGap = 7
const blockGap = 3

export function draftCircuit(capacity: number, random: Random): Draft {
  const course = drawCourse(random)
  const placed: Polygon[] = []
  const blocks: DraftBlock[] = []
  const start = straightestPlace(course)
  const stands = standsFor(capacity)
  for (const [index, stand] of stands.entries()) {
    const wished = start + Math.round((index * course.length) / stands.length)
    const place = findPlace(course, stand, wished, placed)
    if (place === null) continue
    placed.push(place.outline)
    blocks.push(...cutStand(stand, place))
  }
  return { surface: { kind: 'track', shape: course }, blocks }
}

/** The main grandstand first, then the others round the course, every fourth of them a grass bank. */
function standsFor(capacity: number): Stand[] {
  const count = within(capacity / 6500, 6, 20)
  const main: Stand = {
    word: 'Main grandstand',
    category: levelCategory('Main grandstand', 1),
    blocks: 6,
    length: 190,
    depth: 40,
    density: 1.2,
  }
  let letter = 0
  let bank = 0
  const others = Array.from({ length: count }, (_, index): Stand => {
    if (index % 4 === 3) {
      bank += 1
      const category = levelCategory('General admission', 4)
      return { word: `Bank ${bank}`, category, blocks: 1, length: 92, depth: 46, density: 0.9 }
    }
    letter += 1
    // The stands next to the main one look at the start; those further on at bends.
    const category =
      index < 2 || index >= count - 2 ? levelCategory('Start grandstand', 2) : levelCategory('Grandstand', 3)
    const word = `Grandstand ${String.fromCharCode(64 + letter)}`
    return { word, category, blocks: 3, length: 96, depth: 32, density: 1 }
  })
  return [main, ...others]
}

/** A closed line that never crosses itself: a stretched circle with a few waves in its radius. 240 points. */
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

/** The point about which the course bends least over the length of the main grandstand. */
function straightestPlace(course: Polygon): number {
  let best = { index: 0, straightness: 0 }
  for (const index of course.keys()) {
    const reach = [-12, -6, 0, 6, 12].map((step) => pointOf(course, index + step))
    const walked = reach.slice(1).reduce((sum, point, step) => sum + distance(point, reach[step] ?? point), 0)
    const straightness = distance(reach[0] ?? [0, 0], reach.at(-1) ?? [0, 0]) / walked
    if (straightness > best.straightness) best = { index, straightness }
  }
  return best.index
}

type StandPlace = { outline: Polygon; middle: Point; along: Point; outward: Point }

/** The next place from `from` on, once round at most, where the stand meets neither the track nor another stand. */
function findPlace(
  course: Polygon,
  stand: Stand,
  from: number,
  placed: readonly Polygon[],
): StandPlace | null {
  for (let step = 0; step < course.length; step += 1) {
    const place = placeBeside(course, stand, from + step)
    const isClear =
      !overlaps(place.outline, course) && !placed.some((other) => overlaps(place.outline, other))
    if (isClear) return place
  }
  return null
}

function placeBeside(course: Polygon, { length, depth }: Stand, index: number): StandPlace {
  const [beforeX, beforeY] = pointOf(course, index - 1)
  const [afterX, afterY] = pointOf(course, index + 1)
  const size = Math.hypot(afterX - beforeX, afterY - beforeY)
  const along: Point = [(afterX - beforeX) / size, (afterY - beforeY) / size]
  // The course is walked clockwise, so out of it is on the left hand.
  const outward: Point = [along[1], -along[0]]
  const [x, y] = pointOf(course, index)
  const reach = clearance + depth / 2
  const middle: Point = [x + outward[0] * reach, y + outward[1] * reach]
  // The air around the stand counts as the stand: nothing else comes nearer.
  const outline = block({ middle, along, outward }, 0, length + 2 * standGap, depth + 2 * standGap)
  return { outline, middle, along, outward }
}

function cutStand(
  { word, category, blocks, length, depth, density }: Stand,
  place: StandPlace,
): DraftBlock[] {
  const width = (length - blockGap * (blocks - 1)) / blocks
  return Array.from({ length: blocks }, (_, index) => {
    const shift = (width - length) / 2 + index * (width + blockGap)
    return {
      name: blocks === 1 ? word : `${word} ${index + 1}`,
      category,
      polygon: block(place, shift, width, depth),
      labelAt: [place.middle[0] + place.along[0] * shift, place.middle[1] + place.along[1] * shift] as const,
      depth,
      density,
    }
  })
}

/** A rectangle beside the track, `shift` along it from the middle of its stand. */
function block(
  { middle, along, outward }: Pick<StandPlace, 'middle' | 'along' | 'outward'>,
  shift: number,
  width: number,
  depth: number,
): Polygon {
  const corner = (alongBy: number, outBy: number): Point => [
    middle[0] + along[0] * alongBy + outward[0] * outBy,
    middle[1] + along[1] * alongBy + outward[1] * outBy,
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
