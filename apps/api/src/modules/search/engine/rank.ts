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
  const { postings } = store
  const width = words.length

  function typos(row: number): number {
    let sum = 0
    for (let word = 0; word < width; word += 1) {
      const quality = qualities[word]?.[row] ?? 0
      if (quality > 0) sum += typosOfQuality(quality)
    }
    return sum
  }

  function wordsMet(row: number): number {
    let sum = 0
    for (let word = 0; word < width; word += 1) if ((qualities[word]?.[row] ?? 0) > 0) sum += 1
    return sum
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
        const apart = isRightAfter(placeBefore, place) ? 1 : distance(postings, before, here)
        sum += Math.max(Math.min(apart, farthest), options.minProximity)
      }
      before = here
      placeBefore = place
    }
    return sum
  }

  function attribute(row: number): number {
    let sum = 0
    let position = 63
    for (let word = 0; word < width; word += 1) {
      if ((qualities[word]?.[row] ?? 0) === 0) continue
      const place = firstPlaces[word]?.[row] ?? 0
      const number = attributeOf(place)
      sum += priorities[number] ?? 0
      const at = unordered[number] === 1 ? 0 : positionOf(place)
      if (at < position) position = at
    }
    return Math.min(sum, 63) * 64 + position
  }

  function exact(row: number): number {
    if (width === 1) {
      if (options.exactOnSingleWord === 'none' || !isExactQuality(qualities[0]?.[row] ?? 0)) return 0
      return options.exactOnSingleWord === 'word' || isOnlyWord(firstPlaces[0]?.[row] ?? 0) ? 1 : 0
    }
    let sum = 0
    for (let word = 0; word < width; word += 1) if (isExactQuality(qualities[word]?.[row] ?? 0)) sum += 1
    return sum
  }

  const priorities = Uint16Array.from(store.attributes, ({ priority }) => priority)
  const unordered = Uint8Array.from(store.attributes, ({ isUnordered }) => (isUnordered ? 1 : 0))
  // The larger the weight, the earlier the criterion; 0 where it does not count.
  const weights = weightsOf(options.criteria)
  const base = { words: width * weights.words, filters: 1023 * weights.filters, exact: width * weights.exact }

  /** What is known at once: typos, words and filters. */
  function headOf(row: number): number {
    let head = base.words + base.filters
    let sum = 0
    for (let word = 0; word < width; word += 1) {
      const quality = qualities[word]?.[row] ?? 0
      if (quality === 0) continue
      sum += (quality - 1) >> 1
      head -= weights.words
    }
    head += (sum > 31 ? 31 : sum) * weights.typo
    if (options.score) head -= Math.min(options.score(slots[row] ?? 0), 1023) * weights.filters
    return head
  }

  /** What the places of the words must be looked at for. */
  function tailOf(row: number): number {
    return (
      Math.min(width > 1 ? proximity(row) : 0, 255) * weights.proximity +
      attribute(row) * weights.attribute +
      base.exact -
      exact(row) * weights.exact
    )
  }

  /** Below 0 where the left one is better. */
  function compare(left: Ranked, right: Ranked): number {
    if (options.sortBy.length > 0) {
      const order = store.compareBy(options.sortBy, left.slot, right.slot)
      if (order !== 0) return order
    }
    return left.key - right.key || store.compareCustom(left.slot, right.slot)
  }

  const [firstOrder] = store.read.custom
  const firstColumn = firstOrder && store.numbers(firstOrder.path)
  const isRising = firstOrder?.isDescending === false

  /** What the first custom order goes by, which decides nearly always: the smaller the better; NaN where it does not. */
  function nearness(slot: number): number {
    if (!firstColumn) return Number.NaN
    return isRising ? firstColumn.single(slot) : -firstColumn.single(slot)
  }

  const keyOf = width === 1 && !options.score ? keysOfOneWord() : undefined

  /** For one word the key follows from its quality, its attribute and whether it stands alone: few keys, each made once. */
  function keysOfOneWord(): (row: number) => number {
    const [quality, place] = [qualities[0] ?? new Uint8Array(0), firstPlaces[0] ?? new Uint32Array(0)]
    if (unordered.includes(0)) return (row) => headOf(row) + tailOf(row)
    const made = new Float64Array(8 * 2048).fill(-1)
    return (row) => {
      const first = place[row] ?? 0
      const at = ((quality[row] ?? 0) & 7) * 2048 + attributeOf(first) * 2 + (isOnlyWord(first) ? 1 : 0)
      const known = made[at] ?? -1
      if (known >= 0) return known
      const key = headOf(row) + tailOf(row)
      made[at] = key
      return key
    }
  }

  function best(wanted: number): Ranked[] {
    const heap: Ranked[] = []
    const mayPass = options.sortBy.length === 0
    const tried: Ranked = { slot: 0, row: 0, key: 0 }
    // Of the worst that is kept, once there are enough.
    let limit = Number.POSITIVE_INFINITY
    let farthestKept = Number.POSITIVE_INFINITY
    for (let row = 0; row < matches.count; row += 1) {
      const slot = slots[row] ?? 0
      let key = 0
      if (keyOf) {
        key = keyOf(row)
      } else if (width > 0 || options.score) {
        key = headOf(row)
        // Whatever the rest says, it only makes the key larger.
        if (mayPass && key > limit) continue
        if (width > 0) key += tailOf(row)
      }
      if (mayPass && (key > limit || (key === limit && nearness(slot) > farthestKept))) continue
      tried.slot = slot
      tried.row = row
      tried.key = key
      const [worst] = heap
      if (heap.length < wanted) pushWorst(heap, { ...tried }, compare)
      else if (worst && compare(tried, worst) < 0) replaceWorst(heap, { ...tried }, compare)
      else continue
      if (heap.length === wanted) {
        limit = heap[0]?.key ?? limit
        farthestKept = nearness(heap[0]?.slot ?? slot)
      }
    }
    return heap.toSorted(compare)
  }

  return {
    best: (count) => (count > 0 ? best(count) : []),
    infoOf: (row) => ({
      nbTypos: typos(row),
      words: wordsMet(row),
      filters: options.score?.(slots[row] ?? 0) ?? 0,
      proximityDistance: width > 1 ? proximity(row) : 0,
      firstMatchedWord: width === 0 ? 0 : attribute(row),
      nbExactWords: exact(row),
    }),
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
