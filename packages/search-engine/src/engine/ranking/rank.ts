import type { Matches } from '../matching/match-terms.ts'
import type { GeoDistances } from '../geo/geo-matcher.ts'
import { eachSlot } from '../postings/bits.ts'
import { codeBits, qualityIn } from '../postings/match-kinds.ts'
import { kindsAt } from '../postings/posting-list.ts'
import { typosOfQuality } from '../postings/term-sources.ts'
import { createMatchReader, positionsOf } from './match-reader.ts'
import { bestByKey } from './rank-by-key.ts'
import { bestOfBroad } from './rank-broad.ts'
import {
  addCosts,
  costsOf,
  costsOfKinds,
  exactTest,
  maxPositions,
  sizesFor,
  weightsOf,
  type Criterion,
} from './rank-costs.ts'
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
const step = 2048

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
  const reader = createMatchReader(lists, occurrences)
  /** By word and kind of match: what it adds to the key. */
  const costsByKind = lists.map(({ kinds }) => costsOfKinds(kinds.codes, costs))
  const positions = hasOrdered
    ? lists.map((list) => positionsOf(list, occurrences, { unordered, most: maxPositions - 1 }))
    : []

  function proximity(): number {
    return Math.min(reader.proximity(options.minProximity), sizes.proximity - 1)
  }

  /** The first position of any term, counting unordered attributes as 0. */
  function position(): number {
    let first = maxPositions - 1
    for (let word = 0; word < termCount; word += 1) {
      const kind = reader.kinds[word] ?? 0
      if (kind !== 0) first = Math.min(first, positions[word]?.[kind] ?? 0)
    }
    return first
  }

  /** The smallest proximity possible: all required terms adjacent. */
  const baseProximity =
    Math.max(0, words.filter(({ isOptional }) => !isOptional).length - 1) * options.minProximity
  const baseKey = baseProximity * weights.proximity

  /** A lower bound of the key, based on each term alone. */
  function minKeyOf(slot: number): number {
    let key = baseKey
    for (let word = 0; word < termCount; word += 1) key += costsByKind[word]?.[reader.kinds[word] ?? 0] ?? 0
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
  const compareRecords = store.order.comparer()

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
    const heap: Ranked[] = []
    // The worst key in the heap once it is full.
    let worstKey = Number.POSITIVE_INFINITY
    let worstFirstCustom = Number.POSITIVE_INFINITY
    const visit = (slot: number) => {
      reader.read(slot)
      let key = minKeyOf(slot)
      if (!isSorted && key > worstKey) return
      const firstCustom = firstCustomOf(slot)
      if (!isSorted && key === worstKey && firstCustom > worstFirstCustom) return
      key += remainingKey()
      if (!isSorted && (key > worstKey || (key === worstKey && firstCustom > worstFirstCustom))) return
      const candidate: Ranked = { slot, key, firstCustom }
      const [worst] = heap
      if (heap.length < resultCount) pushToHeap(heap, candidate, compare)
      else if (worst && compare(candidate, worst) < 0) replaceWorst(heap, candidate, compare)
      else return
      if (heap.length === resultCount) {
        worstKey = heap[0]?.key ?? worstKey
        worstFirstCustom = heap[0]?.firstCustom ?? worstFirstCustom
      }
    }
    const { bits } = matches
    const length = bits ? bits.length : matches.slots.length
    const size = bits ? step / 32 : step
    for (let from = 0; from < length; from += size) {
      const to = Math.min(from + size, length)
      if (bits) eachSlot(bits, from, to, visit)
      else for (let row = from; row < to; row += 1) visit(matches.slots[row] ?? 0)
      if (turns.isTurnOver()) await turns.takeTurn()
    }
    return heap.toSorted(compare).map(({ slot }) => slot)
  }

  /** Without values that differ by record, the key depends on how the words match only. */
  const isByMatch = !isSorted && !varying && !distances
  const isGrouped = isByMatch && (termCount === 0 || (termCount === 1 && !hasOrdered))

  /** The keys of ascending slots, without values that differ by record. */
  function writeKeys(slots: Uint32Array, keys: Float64Array): void {
    const kindsByWord = lists.map((list) => kindsAt(list, slots))
    keys.fill(baseKey)
    for (const [word, kinds] of kindsByWord.entries()) addCosts(keys, kinds, costsByKind[word])
    if (termCount < 2 && !hasOrdered) return
    for (let row = 0; row < keys.length; row += 1) {
      for (let word = 0; word < termCount; word += 1) reader.kinds[word] = kindsByWord[word]?.[row] ?? 0
      keys[row] = (keys[row] ?? 0) + remainingKey()
    }
  }

  return {
    async best(count) {
      if (count === 0) return []
      const grouped = isGrouped ? await bestOfBroad(store.order, matches, { costs, count, turns }) : undefined
      return (
        grouped ??
        (isByMatch ? bestByKey({ matches, writeKeys, order: store.order }, count, turns) : best(count))
      )
    },
    infoOf(slot) {
      reader.read(slot)
      const matched = lists.flatMap(({ kinds }, word) => {
        const kind = reader.kinds[word] ?? 0
        return kind === 0 ? [] : [kinds.codes[kind] ?? 0]
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
