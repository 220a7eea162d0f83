import type { Matches } from './match-terms.ts'
import { attributeOf, positionOf } from './postings.ts'
import { pushToHeap, replaceWorst } from './worst-first-heap.ts'
import type { Store } from './store.ts'
import { codeBits, isOnlyIn, qualityIn } from './posting-list.ts'
import { distance, maxDistance, isExactQuality, typosOfQuality } from './term-sources.ts'
import type { SlotScore } from '../filters/compile-filter.ts'
import type { CustomOrder } from './settings.ts'

/** Algolia's tie-breaking criteria, applied in order; custom ranking breaks the remaining ties. */
export type Criterion = 'typo' | 'words' | 'filters' | 'proximity' | 'attribute' | 'exact'

export interface RankOptions {
  criteria: readonly Criterion[]
  /** Sort orders that apply before the criteria, as in Algolia's replicas. */
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
  /** Smaller is better. */
  key: number
  /** The first custom ranking attribute, which usually decides: smaller is better, NaN when missing. */
  firstCustom: number
}

/** The number of values of each criterion; their product fits a safe integer. */
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
  /** The `count` best matches, best first. */
  best(count: number): Ranked[]
  infoOf(row: number): RankingInfo
}

/**
 * Whether a term matches exactly. A one-word query must equal the whole attribute unless `exactOn` says otherwise.
 */
function exactTest(termCount: number, exactOn: RankOptions['exactOnSingleWord']): (code: number) => boolean {
  return (code) => {
    if (!isExactQuality(qualityIn(code))) return false
    if (termCount > 1 || exactOn === 'word') return true
    return exactOn === 'attribute' && isOnlyIn(code)
  }
}

/** Costs that a term adds to a row's key, indexed by posting code; code 0 means the row lacks the term. */
function costsOf(
  store: Store,
  termCount: number,
  { criteria, exactOnSingleWord }: RankOptions,
): Float64Array {
  const weights = weightsOf(criteria)
  // Capped, so that all terms together stay below the next criterion.
  const typoCap = Math.floor((sizes.typo - 1) / termCount)
  const maxPriority = Math.floor((sizes.attribute / maxPositions - 1) / termCount)
  const isExact = exactTest(termCount, exactOnSingleWord)
  const costs = new Float64Array(store.attributes.length << codeBits)
  for (const [number, { priority }] of store.attributes.entries()) {
    for (let low = 2; low < 1 << codeBits; low += 1) {
      const code = (number << codeBits) | low
      costs[code] =
        Math.min(typosOfQuality(qualityIn(code)), typoCap) * weights.typo +
        Math.min(priority, maxPriority) * maxPositions * weights.attribute +
        (isExact(code) ? 0 : weights.exact)
    }
  }
  costs[0] = weights.words + weights.exact
  return costs
}

/** Positions of words in a text are distinguished up to this number. */
const maxPositions = 64

export function createRanker(store: Store, matches: Matches, options: RankOptions): Ranker {
  const { words, codes, entries, lists, slots } = matches
  const { occurrences } = store.postings
  const termCount = words.length
  // An earlier criterion has a larger weight; 0 disables the criterion.
  const weights = weightsOf(options.criteria)
  const costs = costsOf(store, Math.max(termCount, 1), options)
  const unordered = Uint8Array.from(store.attributes, ({ isUnordered }) => (isUnordered ? 1 : 0))
  const hasOrdered = unordered.includes(0)

  function proximity(row: number): number {
    let sum = 0
    let before = -1
    let previousOccurrence = 0
    for (let word = 0; word < termCount; word += 1) {
      if ((codes[word]?.[row] ?? 0) === 0) continue
      const entry = entries[word]?.[row] ?? 0
      const here = lists[word]?.references[entry] ?? 0
      const occurrence = lists[word]?.firstOccurrences[entry] ?? 0
      if (before >= 0) {
        // Usually the first occurrences are adjacent, which avoids reading all of them.
        const gap = isRightAfter(previousOccurrence, occurrence) ? 1 : distance(occurrences, before, here)
        sum += Math.max(Math.min(gap, maxDistance), options.minProximity)
      }
      before = here
      previousOccurrence = occurrence
    }
    return Math.min(sum, sizes.proximity - 1)
  }

  /** The first position of any term, counting unordered attributes as 0. */
  function position(row: number): number {
    let first = maxPositions - 1
    for (let word = 0; word < termCount; word += 1) {
      if ((codes[word]?.[row] ?? 0) === 0) continue
      const occurrence = lists[word]?.firstOccurrences[entries[word]?.[row] ?? 0] ?? 0
      first = Math.min(first, unordered[attributeOf(occurrence)] === 1 ? 0 : positionOf(occurrence))
    }
    return first
  }

  /** The smallest proximity possible: all required terms adjacent. */
  const baseProximity =
    Math.max(0, words.filter(({ isOptional }) => !isOptional).length - 1) * options.minProximity

  /** A lower bound of the key, based on each term alone. */
  function minKeyOf(row: number): number {
    let key = baseProximity * weights.proximity
    for (let word = 0; word < termCount; word += 1) key += costs[codes[word]?.[row] ?? 0] ?? 0
    if (!options.score) return key
    const maxScore = sizes.filters - 1
    return key + (maxScore - Math.min(options.score(slots[row] ?? 0), maxScore)) * weights.filters
  }

  /** The rest of the key above the lower bound; needs the positions of the words. */
  function remainingKeyOf(row: number): number {
    const gap = termCount > 1 ? (proximity(row) - baseProximity) * weights.proximity : 0
    return hasOrdered && termCount > 0 ? gap + position(row) * weights.attribute : gap
  }

  const isSorted = options.sortBy.length > 0
  const compareSorted = store.comparatorFor(options.sortBy)
  const compareCustom = store.comparatorFor(store.parsedSettings.customRanking)

  /** Negative when `left` ranks first. Equal records rank newest first. */
  function compare(left: Ranked, right: Ranked): number {
    if (isSorted) {
      const order = compareSorted(left.slot, right.slot)
      if (order !== 0) return order
    }
    const order = left.key - right.key || left.firstCustom - right.firstCustom
    return order || compareCustom(left.slot, right.slot) || right.slot - left.slot
  }

  const [firstOrder] = store.parsedSettings.customRanking
  const firstColumn = firstOrder && store.numberColumn(firstOrder.path)
  const isRising = firstOrder?.isDescending === false

  function firstCustomOf(slot: number): number {
    if (!firstColumn) return Number.NaN
    return isRising ? firstColumn.single(slot) : -firstColumn.single(slot)
  }

  function best(resultCount: number): Ranked[] {
    const heap: Ranked[] = []
    // The worst key in the heap once it is full.
    let worstKey = Number.POSITIVE_INFINITY
    let worstFirstCustom = Number.POSITIVE_INFINITY
    for (let row = 0; row < matches.count; row += 1) {
      const slot = slots[row] ?? 0
      let key = minKeyOf(row)
      if (!isSorted && key > worstKey) continue
      const firstCustom = firstCustomOf(slot)
      if (!isSorted && key === worstKey && firstCustom > worstFirstCustom) continue
      key += remainingKeyOf(row)
      if (!isSorted && (key > worstKey || (key === worstKey && firstCustom > worstFirstCustom))) continue
      const candidate: Ranked = { slot, row, key, firstCustom }
      const [worst] = heap
      if (heap.length < resultCount) pushToHeap(heap, candidate, compare)
      else if (worst && compare(candidate, worst) < 0) replaceWorst(heap, candidate, compare)
      else continue
      if (heap.length === resultCount) {
        worstKey = heap[0]?.key ?? worstKey
        worstFirstCustom = heap[0]?.firstCustom ?? worstFirstCustom
      }
    }
    return heap.toSorted(compare)
  }

  return {
    best: (count) => (count > 0 ? best(count) : []),
    infoOf(row) {
      const matched = codes.map((table) => table[row] ?? 0).filter((code) => code !== 0)
      const priority = (code: number) => store.attributes[code >> codeBits]?.priority ?? 0
      return {
        nbTypos: sumOf(matched, (code) => typosOfQuality(qualityIn(code))),
        words: matched.length,
        filters: options.score?.(slots[row] ?? 0) ?? 0,
        proximityDistance: proximity(row),
        firstMatchedWord: termCount === 0 ? 0 : sumOf(matched, priority) * maxPositions + position(row),
        nbExactWords: matched.filter(exactTest(termCount, options.exactOnSingleWord)).length,
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
