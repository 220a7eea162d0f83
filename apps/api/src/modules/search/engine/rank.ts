import { attributeOf, isLast, isOnlyWord, positionOf, type Postings } from './postings.ts'
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
  head: number
  tail: number
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
const cheap: ReadonlySet<Criterion> = new Set(['typo', 'words', 'filters'])

export interface Ranker {
  /** The `count` best of the matches, the best first. */
  best(count: number): Ranked[]
  infoOf(row: number): RankingInfo
}

export function createRanker(store: Store, matches: Matches, options: RankOptions): Ranker {
  const { words, qualities, references, slots } = matches
  const { postings } = store
  const width = words.length
  const split = options.criteria.findIndex((criterion) => !cheap.has(criterion))
  const heads = split === -1 ? options.criteria : options.criteria.slice(0, split)
  const tails = split === -1 ? [] : options.criteria.slice(split)

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
    for (let word = 0; word < width; word += 1) {
      if ((qualities[word]?.[row] ?? 0) === 0) continue
      const here = references[word]?.[row] ?? 0
      if (before >= 0) {
        const apart = Math.min(distance(postings, before, here), farthest)
        sum += Math.max(apart, options.minProximity)
      }
      before = here
    }
    return sum
  }

  function attribute(row: number): number {
    let [priorities, position] = [0, 63]
    for (let word = 0; word < width; word += 1) {
      if ((qualities[word]?.[row] ?? 0) === 0) continue
      const place = postings.placeAt(references[word]?.[row] ?? 0)
      const where = store.attributes[attributeOf(place)]
      priorities += where?.priority ?? 0
      const at = where?.isUnordered ? 0 : positionOf(place)
      if (at < position) position = at
    }
    return Math.min(priorities, 63) * 64 + position
  }

  function exact(row: number): number {
    if (width === 1) {
      if (options.exactOnSingleWord === 'none' || !isExactQuality(qualities[0]?.[row] ?? 0)) return 0
      return options.exactOnSingleWord === 'word' || isAlone(postings, references[0]?.[row] ?? 0) ? 1 : 0
    }
    let sum = 0
    for (let word = 0; word < width; word += 1) if (isExactQuality(qualities[word]?.[row] ?? 0)) sum += 1
    return sum
  }

  /** The smaller the better, and below the size of the criterion. */
  const figures: Readonly<Record<Criterion, (row: number) => number>> = {
    typo: (row) => Math.min(typos(row), 31),
    words: (row) => width - wordsMet(row),
    filters: (row) => 1023 - Math.min(options.score?.(slots[row] ?? 0) ?? 0, 1023),
    proximity: (row) => Math.min(proximity(row), 255),
    attribute,
    exact: (row) => width - exact(row),
  }

  function keyOf(criteria: readonly Criterion[], row: number): number {
    let key = 0
    for (const criterion of criteria) key = key * sizes[criterion] + figures[criterion](row)
    return key
  }

  /** Below 0 where the left one is better. */
  function compare(left: Ranked, right: Ranked): number {
    if (options.sortBy.length > 0) {
      const order = store.compareBy(options.sortBy, left.slot, right.slot)
      if (order !== 0) return order
    }
    return left.head - right.head || left.tail - right.tail || store.compareCustom(left.slot, right.slot)
  }

  function best(wanted: number): Ranked[] {
    const heap: Ranked[] = []
    const hasSort = options.sortBy.length > 0
    const tried: Ranked = { slot: 0, row: 0, head: 0, tail: 0 }
    for (let row = 0; row < matches.count; row += 1) {
      const head = width === 0 && !options.score ? 0 : keyOf(heads, row)
      const [worst] = heap
      const isFull = heap.length >= wanted
      if (isFull && !hasSort && worst && head > worst.head) continue
      tried.slot = slots[row] ?? 0
      tried.row = row
      tried.head = head
      tried.tail = width === 0 ? 0 : keyOf(tails, row)
      if (!isFull) pushWorst(heap, { ...tried }, compare)
      else if (worst && compare(tried, worst) < 0) replaceWorst(heap, { ...tried }, compare)
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

/** Whether the word is all that one of the record's texts says. */
function isAlone(postings: Postings, reference: number): boolean {
  for (let at = reference; ; at += 1) {
    const place = postings.placeAt(at)
    if (isOnlyWord(place)) return true
    if (isLast(place)) return false
  }
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
