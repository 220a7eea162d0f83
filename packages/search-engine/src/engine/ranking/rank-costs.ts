import { codeBits, isOnlyIn, qualityIn, type MatchKinds } from '../postings/match-kinds.ts'
import { getOrMake, memoizeByObject } from '../memoize.ts'
import { isExactQuality, typosOfQuality } from '../postings/term-sources.ts'
import type { SearchableAttribute } from '../settings.ts'

/** Algolia's tie-breaking criteria, applied in order; custom ranking breaks the remaining ties. */
export type Criterion = 'typo' | 'geo' | 'words' | 'filters' | 'proximity' | 'attribute' | 'exact'

interface ExactOptions {
  exactOnSingleWord: 'attribute' | 'word' | 'none'
  /** Attributes whose words never match exactly. */
  inexact: ReadonlySet<string>
}

/** The number of values of each criterion. A query has at most 12 words. */
export type Sizes = Readonly<Record<Criterion, number>>

const defaultSizes: Sizes = {
  typo: 32,
  geo: 1,
  words: 16,
  filters: 1024,
  proximity: 128,
  attribute: 4096,
  exact: 16,
}

/** The product of all sizes fits a safe integer, so distances get what scores leave. */
export function sizesFor({ hasDistances, hasScores }: { hasDistances: boolean; hasScores: boolean }): Sizes {
  if (!hasDistances) return defaultSizes
  return hasScores ? { ...defaultSizes, geo: 2 ** 11 } : { ...defaultSizes, filters: 1, geo: 2 ** 21 }
}

/** Positions of words in a text are distinguished up to this number. */
export const maxPositions = 64

export function weightsOf(criteria: readonly Criterion[], sizes: Sizes): Record<Criterion, number> {
  const weights = { typo: 0, geo: 0, words: 0, filters: 0, proximity: 0, attribute: 0, exact: 0 }
  let weight = 1
  for (const criterion of criteria.toReversed()) {
    weights[criterion] = weight
    weight *= sizes[criterion]
  }
  return weights
}

/**
 * Whether a term matches exactly. A one-word query must equal the whole attribute unless `exactOn` says otherwise.
 */
export function exactTest(
  attributes: readonly SearchableAttribute[],
  termCount: number,
  { exactOnSingleWord: exactOn, inexact }: ExactOptions,
): (code: number) => boolean {
  return (code) => {
    if (!isExactQuality(qualityIn(code))) return false
    if (inexact.size > 0 && inexact.has(attributes[code >> codeBits]?.path ?? '')) return false
    if (termCount > 1 || exactOn === 'word') return true
    return exactOn === 'attribute' && isOnlyIn(code)
  }
}

type CostOptions = ExactOptions & { criteria: readonly Criterion[] }

const knownCosts = memoizeByObject(
  (_attributes: readonly SearchableAttribute[]) => new Map<string, Float64Array>(),
)
const maxKnownCosts = 200

/** Costs that a term adds to a record's key, indexed by posting code; code 0 means the record lacks the term. */
export function costsOf(
  attributes: readonly SearchableAttribute[],
  termCount: number,
  options: CostOptions,
  sizes: Sizes,
): Float64Array {
  const { criteria, exactOnSingleWord, inexact } = options
  const parts = [
    attributes.length,
    termCount,
    exactOnSingleWord,
    ...criteria,
    sizes.geo,
    sizes.filters,
    ...inexact,
  ]
  const make = () => computeCosts(attributes, termCount, options, sizes)
  return getOrMake(knownCosts(attributes), JSON.stringify(parts), make, maxKnownCosts)
}

function computeCosts(
  attributes: readonly SearchableAttribute[],
  termCount: number,
  { criteria, ...exactOptions }: CostOptions,
  sizes: Sizes,
): Float64Array {
  const weights = weightsOf(criteria, sizes)
  // Capped, so that all terms together stay below the next criterion.
  const typoCap = Math.floor((sizes.typo - 1) / termCount)
  const maxPriority = Math.floor((sizes.attribute / maxPositions - 1) / termCount)
  const isExact = exactTest(attributes, termCount, exactOptions)
  const costs = new Float64Array(attributes.length << codeBits)
  for (const [number, { priority }] of attributes.entries()) {
    // Quality and the only-word bit (`codeOf`), from quality 1, because 0 means no match.
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

/** Adds to each key what its kind of match costs. Plain, because it runs for each match of each word. */
export function addCosts(keys: Float64Array, kinds: Uint32Array, costsOfKind: Float64Array): void {
  for (let row = 0; row < kinds.length; row += 1)
    keys[row] = (keys[row] ?? 0) + (costsOfKind[kinds[row] ?? 0] ?? 0)
}

/** By kind of match: its cost. Plain, because a short start of words has thousands of kinds. */
export function costsOfKinds({ codes, count }: MatchKinds, costs: Float64Array): Float64Array {
  const found = new Float64Array(count)
  for (let kind = 0; kind < count; kind += 1) found[kind] = costs[codes[kind] ?? 0] ?? 0
  return found
}
