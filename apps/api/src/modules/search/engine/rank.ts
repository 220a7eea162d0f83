import type { Matches } from './match-words.ts'
import { attributeOf, positionOf } from './postings.ts'
import type { Store } from './store.ts'
import { codeBits, isOnlyIn, qualityIn } from './word-lists.ts'
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

/** Whether a word is met whole; one that is all of the query only where it is all of an attribute, unless set otherwise. */
function exactTest(width: number, onSingleWord: RankOptions['exactOnSingleWord']): (code: number) => boolean {
  return (code) => {
    if (!isExactQuality(qualityIn(code))) return false
    if (width > 1 || onSingleWord === 'word') return true
    return onSingleWord === 'attribute' && isOnlyIn(code)
  }
}

/** What a word adds to the key of a row, by the code of its entry; code 0: the row has not got it. */
function costsOf(store: Store, width: number, { criteria, exactOnSingleWord }: RankOptions): Float64Array {
  const weights = weightsOf(criteria)
  // Capped, so that all words together stay below the next criterion.
  const mostTypos = Math.floor((sizes.typo - 1) / width)
  const mostPriority = Math.floor((sizes.attribute / positions - 1) / width)
  const isExact = exactTest(width, exactOnSingleWord)
  const costs = new Float64Array(store.attributes.length << codeBits)
  for (const [number, { priority }] of store.attributes.entries()) {
    for (let low = 2; low < 1 << codeBits; low += 1) {
      const code = (number << codeBits) | low
      costs[code] =
        Math.min(typosOfQuality(qualityIn(code)), mostTypos) * weights.typo +
        Math.min(priority, mostPriority) * positions * weights.attribute +
        (isExact(code) ? 0 : weights.exact)
    }
  }
  costs[0] = weights.words + weights.exact
  return costs
}

/** Where in a text a word stands counts up to here. */
const positions = 64

export function createRanker(store: Store, matches: Matches, options: RankOptions): Ranker {
  const { words, codes, entries, lists, slots } = matches
  const { places } = store.postings
  const width = words.length
  // The larger the weight, the earlier the criterion; 0 where it does not count.
  const weights = weightsOf(options.criteria)
  const costs = costsOf(store, Math.max(width, 1), options)
  const unordered = Uint8Array.from(store.attributes, ({ isUnordered }) => (isUnordered ? 1 : 0))
  const hasOrdered = unordered.includes(0)

  function proximity(row: number): number {
    let sum = 0
    let before = -1
    let placeBefore = 0
    for (let word = 0; word < width; word += 1) {
      if ((codes[word]?.[row] ?? 0) === 0) continue
      const entry = entries[word]?.[row] ?? 0
      const here = lists[word]?.references[entry] ?? 0
      const place = lists[word]?.firstPlaces[entry] ?? 0
      if (before >= 0) {
        // Mostly they stand side by side where either stands first.
        const apart = isRightAfter(placeBefore, place) ? 1 : distance(places, before, here)
        sum += Math.max(Math.min(apart, farthest), options.minProximity)
      }
      before = here
      placeBefore = place
    }
    return Math.min(sum, sizes.proximity - 1)
  }

  /** The first place of any of the words, among the attributes in which that counts. */
  function position(row: number): number {
    let first = positions - 1
    for (let word = 0; word < width; word += 1) {
      if ((codes[word]?.[row] ?? 0) === 0) continue
      const place = lists[word]?.firstPlaces[entries[word]?.[row] ?? 0] ?? 0
      first = Math.min(first, unordered[attributeOf(place)] === 1 ? 0 : positionOf(place))
    }
    return first
  }

  /** No words can stand nearer than side by side. */
  const leastProximity =
    Math.max(0, words.filter(({ isOptional }) => !isOptional).length - 1) * options.minProximity

  /** The key as it is at least: what is known of each word by itself. */
  function leastKeyOf(row: number): number {
    let key = leastProximity * weights.proximity
    for (let word = 0; word < width; word += 1) key += costs[codes[word]?.[row] ?? 0] ?? 0
    if (!options.score) return key
    const most = sizes.filters - 1
    return key + (most - Math.min(options.score(slots[row] ?? 0), most)) * weights.filters
  }

  /** What the least key lacks, for which the places of the words must be looked up. */
  function restOf(row: number): number {
    const apart = width > 1 ? (proximity(row) - leastProximity) * weights.proximity : 0
    return hasOrdered && width > 0 ? apart + position(row) * weights.attribute : apart
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
      let key = leastKeyOf(row)
      if (!isSorted && key > limit) continue
      const near = nearness(slot)
      if (!isSorted && key === limit && near > farthestKept) continue
      key += restOf(row)
      if (!isSorted && (key > limit || (key === limit && near > farthestKept))) continue
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
      const met = codes.map((table) => table[row] ?? 0).filter((code) => code !== 0)
      const priority = (code: number) => store.attributes[code >> codeBits]?.priority ?? 0
      return {
        nbTypos: sumOf(met, (code) => typosOfQuality(qualityIn(code))),
        words: met.length,
        filters: options.score?.(slots[row] ?? 0) ?? 0,
        proximityDistance: proximity(row),
        firstMatchedWord: width === 0 ? 0 : sumOf(met, priority) * positions + position(row),
        nbExactWords: met.filter(exactTest(width, options.exactOnSingleWord)).length,
      }
    },
  }
}

function sumOf(codes: readonly number[], of: (code: number) => number): number {
  return codes.reduce((sum, code) => sum + of(code), 0)
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
