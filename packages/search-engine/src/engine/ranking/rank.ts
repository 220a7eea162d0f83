import type { Matches } from '../matching/match-terms.ts'
import type { GeoDistances } from '../geo/geo-matcher.ts'
import { codeBits, qualityIn } from '../postings/match-kinds.ts'
import { typosOfQuality } from '../postings/term-sources.ts'
import { createMatchReader, positionsOf } from './match-reader.ts'
import type { PageRange } from './page-range.ts'
import { keysAtOnce, pageByKey } from './rank-by-key.ts'
import { bestOfBroad } from './rank-broad.ts'
import { firstInOrder, type SortedMatch } from './rank-sorted.ts'
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

export interface Ranker {
  /** The slots of a part of the matches, best first. */
  page(range: PageRange): Promise<number[]>
  infoOf(slot: number): RankingInfo
}

/** Reused by each search: keys are read before other work has its turn. */
const spareKeys = new Float64Array(keysAtOnce)
const noCosts = new Float64Array(0)

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
  const reader = createMatchReader(matches, occurrences)
  /** By word and kind of match: what it adds to the key. */
  const costsByKind = lists.map(({ kinds }) => costsOfKinds(kinds, costs))
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

  /** What the place of a record and its score in optional filters add to the key. */
  function recordCost(slot: number): number {
    const step = distances ? Math.min(Math.floor(distances.stepOf(slot) / geoScale), sizes.geo - 1) : 0
    if (!varying) return step * weights.geo
    const maxScore = sizes.filters - 1
    return step * weights.geo + (maxScore - Math.min(constant + varying(slot), maxScore)) * weights.filters
  }

  const hasRecordCost = options.score.varying !== undefined || distances !== undefined
  /** Whether the key depends on where in a record the words are. */
  const hasPlaceCost = termCount > 1 || (termCount === 1 && hasOrdered)

  /** What the places of the words in the current match add to the key. */
  function placeCost(): number {
    const gap = termCount > 1 ? (proximity() - baseProximity) * weights.proximity : 0
    return hasOrdered && termCount > 0 ? gap + position() * weights.attribute : gap
  }

  function keyOf(slot: number): number {
    reader.read(slot)
    let key = baseKey + placeCost()
    for (let word = 0; word < termCount; word += 1) key += costsByKind[word]?.[reader.kinds[word] ?? 0] ?? 0
    return hasRecordCost ? key + recordCost(slot) : key
  }

  function keysOf({ from, to }: PageRange, most: number): Float64Array {
    const keys = spareKeys
    keys.fill(baseKey, 0, to - from)
    for (const [word, kinds] of reader.readRows(from, to).entries())
      addCosts(keys, kinds, costsByKind[word] ?? noCosts)
    if (hasRecordCost)
      for (let row = from; row < to; row += 1)
        keys[row - from] = (keys[row - from] ?? 0) + recordCost(matches.slots[row] ?? 0)
    if (!hasPlaceCost) return keys
    for (let row = 0; row < to - from; row += 1) {
      const key = keys[row] ?? 0
      if (key > most) continue
      reader.useRow(row)
      keys[row] = key + placeCost()
    }
    return keys
  }

  const { constant, varying } = options.score
  // With scores, there is room for coarse distances only.
  const geoScale = varying ? 1024 : 1
  /** Whether the key depends on how one word matches only. */
  const isGrouped = !varying && !distances && (termCount === 0 || (termCount === 1 && !hasOrdered))

  /** For sort orders that come before the quality of a match. */
  function bestSorted(count: number): Promise<number[]> {
    const compareSorted = store.comparatorFor(options.sortBy)
    const compareRecords = store.order.comparer()
    const compare = (left: SortedMatch, right: SortedMatch) =>
      compareSorted(left.slot, right.slot) || left.key - right.key || compareRecords(left.slot, right.slot)
    return firstInOrder({ matches, keyOf, compare }, count, turns)
  }

  return {
    async page({ from, to }) {
      if (from >= to) return []
      if (options.sortBy.length > 0) return (await bestSorted(to)).slice(from)
      const { order } = store
      const grouped = isGrouped ? await bestOfBroad(order, matches, { costs, count: to, turns }) : undefined
      if (grouped) return grouped.slice(from)
      const smallestKey = baseKey + sumOf(costsByKind, smallestIn)
      return pageByKey({ matches, order, keyOf, keysOf, smallestKey }, { from, to }, turns)
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

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}

function smallestIn(numbers: Float64Array): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let at = 0; at < numbers.length; at += 1) smallest = Math.min(smallest, numbers[at] ?? smallest)
  return smallest
}
