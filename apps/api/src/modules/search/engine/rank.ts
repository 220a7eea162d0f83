import { attributeOf, isOnlyWord, positionOf } from './postings.ts'
import type { Matches } from './match-words.ts'
import type { Store } from './store.ts'
import { distance, farthest, isExactQuality, typosOfQuality } from './word-sources.ts'
import type { SlotScore } from '../filters/compile-filter.ts'
import type { CustomOrder } from './settings.ts'

/** The criteria of a tie-break ranking, one after the other (wire.md §1.5); `custom` decides what they leave equal. */
export type Criterion = 'typo' | 'words' | 'filters' | 'proximity' | 'attribute' | 'exact'

export interface RankOptions {
  criteria: readonly Criterion[]
  /** Orders that stand before the criteria, as replicas for sorting have them. */
  sortBy: readonly CustomOrder[]
  score: SlotScore | undefined
  exactOnSingleWord: 'attribute' | 'word' | 'none'
  minProximity: number
}

export interface RankingInfo {
  nbTypos: number
  words: number
  filters: number
  proximityDistance: number
  firstMatchedWord: number
  nbExactWords: number
}

export interface Ranked {
  slot: number
  row: number
  /** The smaller the better. */
  key: number
  /** By the first of the custom orders, which mostly decides: the smaller the better; NaN where there is no figure. */
  near: number
}

/** How many values each criterion has; together they fit a safe integer. */
const sizes: Readonly<Record<Criterion, number>> = {
  typo: 32,
  words: 32,
  filters: 1024,
  proximity: 256,
  attribute: 4096,
  exact: 32,
}

function weightsOf(criteria: readonly Criterion[]): Record<Criterion, number> {
  const weights = { typo: 0, words: 0, filters: 0, proximity: 0, attribute: 0, exact: 0 }
  let weight = 1
  for (const criterion of criteria.toReversed()) {
    weights[criterion] = weight
    weight *= sizes[criterion]
  }
  return weights
}

export interface Ranker {
  /** The `count` best of the matches, the best first. */
  best(count: number): Ranked[]
  infoOf(row: number): RankingInfo
}

export function createRanker(store: Store, matches: Matches, options: RankOptions): Ranker {
  const { words, qualities, references, firstPlaces, slots } = matches
  const { places } = store.postings
  const width = words.length

  const priorities = Uint16Array.from(store.attributes, ({ priority }) => priority)
  const unordered = Uint8Array.from(store.attributes, ({ isUnordered }) => (isUnordered ? 1 : 0))
  /** What is known at once of the row that was read last. */
  const known = { typos: 0, words: 0, attribute: 0, exact: 0 }

  function read(row: number): void {
    let typos = 0
    let met = 0
    let exact = 0
    let priority = 0
    let position = 63
    for (let word = 0; word < width; word += 1) {
      const quality = qualities[word]?.[row] ?? 0
      if (quality === 0) continue
      const place = firstPlaces[word]?.[row] ?? 0
      const number = attributeOf(place)
      const at = unordered[number] === 1 ? 0 : positionOf(place)
      met += 1
      typos += typosOfQuality(quality)
      if (isExactQuality(quality) && (width > 1 || mayBeExact(place))) exact += 1
      priority += priorities[number] ?? 0
      if (at < position) position = at
    }
    known.typos = typos
    known.words = met
    known.attribute = Math.min(priority, 63) * 64 + position
    known.exact = exact
  }

  /** A single word is exact where it is all of an attribute, or wherever it stands. */
  function mayBeExact(place: number): boolean {
    const { exactOnSingleWord } = options
    return exactOnSingleWord === 'word' || (exactOnSingleWord === 'attribute' && isOnlyWord(place))
  }

  function proximity(row: number): number {
    let sum = 0
    let before = -1
    let placeBefore = 0
    for (let word = 0; word < width; word += 1) {
      if ((qualities[word]?.[row] ?? 0) === 0) continue
      const here = references[word]?.[row] ?? 0
      const place = firstPlaces[word]?.[row] ?? 0
      if (before >= 0) {
        // Mostly they stand side by side where either stands first.
        const apart = isRightAfter(placeBefore, place) ? 1 : distance(places, before, here)
        sum += Math.max(Math.min(apart, farthest), options.minProximity)
      }
      before = here
      placeBefore = place
    }
    return sum
  }

  // The larger the weight, the earlier the criterion; 0 where it does not count.
  const weights = weightsOf(options.criteria)

  /** The key as it would be with all words side by side: wherever else they stand only makes it larger. */
  function leastKeyOf(row: number): number {
    read(row)
    const score = options.score ? Math.min(options.score(slots[row] ?? 0), 1023) : 0
    return (
      Math.min(known.typos, 31) * weights.typo +
      (width - known.words) * weights.words +
      (1023 - score) * weights.filters +
      leastProximity() * weights.proximity +
      known.attribute * weights.attribute +
      (width - known.exact) * weights.exact
    )
  }

  const leastProximity = () => Math.max(0, known.words - 1) * options.minProximity

  // For one word the key follows from its quality, its attribute and whether it stands alone: few keys, each made once.
  const [quality, firstPlace] = [qualities[0], firstPlaces[0]]
  const isOneWord = width === 1 && !options.score && !unordered.includes(0)
  const made = new Float64Array(isOneWord ? store.attributes.length * 16 : 0).fill(-1)

  function keyOfOneWord(row: number): number {
    const first = firstPlace?.[row] ?? 0
    const at = attributeOf(first) * 16 + ((quality?.[row] ?? 0) & 7) * 2 + (isOnlyWord(first) ? 1 : 0)
    const before = made[at] ?? -1
    if (before >= 0) return before
    const key = leastKeyOf(row)
    made[at] = key
    return key
  }

  const isSorted = options.sortBy.length > 0
  const compareSorted = store.comparing(options.sortBy)
  const compareCustom = store.comparing(store.read.custom)

  /** Below 0 where the left one is better; of equals the newest. */
  function compare(left: Ranked, right: Ranked): number {
    if (isSorted) {
      const order = compareSorted(left.slot, right.slot)
      if (order !== 0) return order
    }
    const order = left.key - right.key || left.near - right.near
    return order || compareCustom(left.slot, right.slot) || right.slot - left.slot
  }

  const [firstOrder] = store.read.custom
  const firstColumn = firstOrder && store.numbers(firstOrder.path)
  const isRising = firstOrder?.isDescending === false

  function nearness(slot: number): number {
    if (!firstColumn) return Number.NaN
    return isRising ? firstColumn.single(slot) : -firstColumn.single(slot)
  }

  function best(wanted: number): Ranked[] {
    const heap: Ranked[] = []
    // Of the worst that is kept, once there are enough.
    let limit = Number.POSITIVE_INFINITY
    let farthestKept = Number.POSITIVE_INFINITY
    for (let row = 0; row < matches.count; row += 1) {
      const slot = slots[row] ?? 0
      let key = isOneWord ? keyOfOneWord(row) : leastKeyOf(row)
      if (!isSorted && key > limit) continue
      const near = nearness(slot)
      if (!isSorted && key === limit && near > farthestKept) continue
      if (width > 1) {
        key += (Math.min(proximity(row), 255) - leastProximity()) * weights.proximity
        if (!isSorted && (key > limit || (key === limit && near > farthestKept))) continue
      }
      const tried: Ranked = { slot, row, key, near }
      const [worst] = heap
      if (heap.length < wanted) pushWorst(heap, tried, compare)
      else if (worst && compare(tried, worst) < 0) replaceWorst(heap, tried, compare)
      else continue
      if (heap.length === wanted) {
        limit = heap[0]?.key ?? limit
        farthestKept = heap[0]?.near ?? farthestKept
      }
    }
    return heap.toSorted(compare)
  }

  return {
    best: (count) => (count > 0 ? best(count) : []),
    infoOf(row) {
      read(row)
      return {
        nbTypos: known.typos,
        words: known.words,
        filters: options.score?.(slots[row] ?? 0) ?? 0,
        proximityDistance: proximity(row),
        firstMatchedWord: width === 0 ? 0 : known.attribute,
        nbExactWords: known.exact,
      }
    },
  }
}

function isRightAfter(left: number, right: number): boolean {
  return attributeOf(left) === attributeOf(right) && positionOf(right) - positionOf(left) === 1
}

type Compare = (left: Ranked, right: Ranked) => number

function pushWorst(heap: Ranked[], item: Ranked, compare: Compare): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (!parent || compare(item, parent) <= 0) break
    heap[at] = parent
    heap[above] = item
    at = above
  }
}

function replaceWorst(heap: Ranked[], item: Ranked, compare: Compare): void {
  heap[0] = item
  for (let at = 0; ;) {
    let below = at * 2 + 1
    const [left, right] = [heap[below], heap[below + 1]]
    if (!left) return
    let child = left
    if (right && compare(right, left) > 0) {
      child = right
      below += 1
    }
    if (compare(child, item) <= 0) return
    heap[at] = child
    heap[below] = item
    at = below
  }
}
