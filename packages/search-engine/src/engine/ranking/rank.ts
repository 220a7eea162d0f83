import type { Matches } from '../match-terms.ts'
import type { GeoDistances } from '../geo/geo-matcher.ts'
import { attributeOf, positionOf } from '../postings/occurrence.ts'
import { codeBits, entryReader, qualityIn } from '../postings/posting-list.ts'
import { distance, maxDistance, typosOfQuality } from '../postings/term-sources.ts'
import { bestOfBroad } from './rank-broad.ts'
import { costsOf, exactTest, maxPositions, sizesFor, weightsOf, type Criterion } from './rank-costs.ts'
import type { FilterScore } from '../search.ts'
import type { CustomOrder } from '../settings.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
import { pushToHeap, replaceWorst } from './worst-first-heap.ts'

export interface RankOptions {
  criteria: readonly Criterion[]
  /** Sort orders that apply before the criteria, as in Algolia's replicas. */
  sortBy: readonly CustomOrder[]
  score: FilterScore
  exactOnSingleWord: 'attribute' | 'word' | 'none'
  minProximity: number
  /** Attributes whose words never match exactly. */
  inexact: ReadonlySet<string>
  /** Set for a search around a point. */
  distances: GeoDistances | undefined
}

export interface RankingInfo {
  nbTypos: number
  words: number
  filters: number
  proximityDistance: number
  firstMatchedWord: number
  nbExactWords: number
}

interface Ranked {
  slot: number
  /** Smaller is better. */
  key: number
  /** The first custom ranking attribute, which usually decides: smaller is better, NaN when missing. */
  firstCustom: number
}

export interface Ranker {
  /** The slots of the `count` best matches, best first. */
  best(count: number): Promise<number[]>
  infoOf(slot: number): RankingInfo
}

/** Records between two looks at the clock. */
const step = 1024

export function createRanker(store: Store, matches: Matches, options: RankOptions, turns: Turns): Ranker {
  const { words, lists } = matches
  const { occurrences } = store.postings
  const termCount = words.length
  // An earlier criterion has a larger weight; 0 disables the criterion.
  const { distances } = options
  const sizes = sizesFor({
    hasDistances: distances !== undefined,
    hasScores: options.score.varying !== undefined,
  })
  const weights = weightsOf(options.criteria, sizes)
  const costs = costsOf(store.attributes, Math.max(termCount, 1), options, sizes)
  const unordered = Uint8Array.from(store.attributes, ({ isUnordered }) => (isUnordered ? 1 : 0))
  const hasOrdered = unordered.includes(0)
  /** By word: the entry of the current record, or -1. */
  const entries = new Int32Array(termCount)

  function referenceOf(word: number): number {
    return lists[word]?.references[entries[word] ?? 0] ?? 0
  }

  function proximity(): number {
    let sum = 0
    let before = -1
    for (let word = 0; word < termCount; word += 1) {
      if ((entries[word] ?? -1) < 0) continue
      const here = referenceOf(word)
      if (before >= 0) {
        // Usually the first occurrences are adjacent, which avoids reading all of them.
        const isNext = isRightAfter(occurrences[before] ?? 0, occurrences[here] ?? 0)
        const gap = isNext ? 1 : distance(occurrences, before, here)
        sum += Math.max(Math.min(gap, maxDistance), options.minProximity)
      }
      before = here
    }
    return Math.min(sum, sizes.proximity - 1)
  }

  /** The first position of any term, counting unordered attributes as 0. */
  function position(): number {
    let first = maxPositions - 1
    for (let word = 0; word < termCount; word += 1) {
      if ((entries[word] ?? -1) < 0) continue
      const occurrence = occurrences[referenceOf(word)] ?? 0
      first = Math.min(first, unordered[attributeOf(occurrence)] === 1 ? 0 : positionOf(occurrence))
    }
    return first
  }

  /** The smallest proximity possible: all required terms adjacent. */
  const baseProximity =
    Math.max(0, words.filter(({ isOptional }) => !isOptional).length - 1) * options.minProximity

  /** A lower bound of the key, based on each term alone. */
  function minKeyOf(slot: number): number {
    let key = baseProximity * weights.proximity
    for (let word = 0; word < termCount; word += 1) {
      const entry = entries[word] ?? -1
      key += costs[entry < 0 ? 0 : (lists[word]?.codes[entry] ?? 0)] ?? 0
    }
    if (distances) key += Math.min(Math.floor(distances.stepOf(slot) / geoScale), sizes.geo - 1) * weights.geo
    if (!varying) return key
    const maxScore = sizes.filters - 1
    return key + (maxScore - Math.min(constant + varying(slot), maxScore)) * weights.filters
  }

  /** The rest of the key above the lower bound; needs the positions of the words. */
  function remainingKey(): number {
    const gap = termCount > 1 ? (proximity() - baseProximity) * weights.proximity : 0
    return hasOrdered && termCount > 0 ? gap + position() * weights.attribute : gap
  }

  const { constant, varying } = options.score
  // With scores, there is room for coarse distances only.
  const geoScale = varying ? 1024 : 1
  const isSorted = options.sortBy.length > 0
  const compareSorted = store.comparatorFor(options.sortBy)
  const compareRecords = store.currentOrder()

  /** Negative when `left` ranks first. */
  function compare(left: Ranked, right: Ranked): number {
    if (isSorted) {
      const order = compareSorted(left.slot, right.slot)
      if (order !== 0) return order
    }
    const order = left.key - right.key || left.firstCustom - right.firstCustom
    return order || compareRecords(left.slot, right.slot)
  }

  const [firstOrder] = store.parsedSettings.customRanking
  const firstColumn = firstOrder && store.numberColumn(firstOrder.path)
  const isRising = firstOrder?.isDescending === false

  function firstCustomOf(slot: number): number {
    if (!firstColumn) return Number.NaN
    return isRising ? firstColumn.single(slot) : -firstColumn.single(slot)
  }

  async function best(resultCount: number): Promise<number[]> {
    const { slots } = matches
    const readers = lists.map(entryReader)
    const heap: Ranked[] = []
    // The worst key in the heap once it is full.
    let worstKey = Number.POSITIVE_INFINITY
    let worstFirstCustom = Number.POSITIVE_INFINITY
    const visit = (from: number, to: number) => {
      for (let row = from; row < to; row += 1) {
        const slot = slots[row] ?? 0
        for (let word = 0; word < termCount; word += 1) entries[word] = readers[word]?.(slot) ?? -1
        let key = minKeyOf(slot)
        if (!isSorted && key > worstKey) continue
        const firstCustom = firstCustomOf(slot)
        if (!isSorted && key === worstKey && firstCustom > worstFirstCustom) continue
        key += remainingKey()
        if (!isSorted && (key > worstKey || (key === worstKey && firstCustom > worstFirstCustom))) continue
        const candidate: Ranked = { slot, key, firstCustom }
        const [worst] = heap
        if (heap.length < resultCount) pushToHeap(heap, candidate, compare)
        else if (worst && compare(candidate, worst) < 0) replaceWorst(heap, candidate, compare)
        else continue
        if (heap.length === resultCount) {
          worstKey = heap[0]?.key ?? worstKey
          worstFirstCustom = heap[0]?.firstCustom ?? worstFirstCustom
        }
      }
    }
    for (let from = 0; from < slots.length; from += step) {
      visit(from, Math.min(from + step, slots.length))
      if (turns.isTurnOver()) await turns.takeTurn()
    }
    return heap.toSorted(compare).map(({ slot }) => slot)
  }

  const isGrouped =
    !isSorted && !varying && !distances && (termCount === 0 || (termCount === 1 && !hasOrdered))

  return {
    async best(count) {
      if (count === 0) return []
      return (isGrouped && bestOfBroad(store.order, matches, costs, count)) || best(count)
    },
    infoOf(slot) {
      for (let word = 0; word < termCount; word += 1) {
        const list = lists[word]
        entries[word] = list ? entryReader(list)(slot) : -1
      }
      const matched = lists.flatMap(({ codes }, word) => {
        const entry = entries[word] ?? -1
        return entry < 0 ? [] : [codes[entry] ?? 0]
      })
      const priority = (code: number) => store.attributes[code >> codeBits]?.priority ?? 0
      return {
        nbTypos: sumOf(matched, (code) => typosOfQuality(qualityIn(code))),
        words: matched.length,
        filters: constant + (varying?.(slot) ?? 0),
        proximityDistance: proximity(),
        firstMatchedWord: termCount === 0 ? 0 : sumOf(matched, priority) * maxPositions + position(),
        nbExactWords: matched.filter(exactTest(store.attributes, termCount, options)).length,
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
