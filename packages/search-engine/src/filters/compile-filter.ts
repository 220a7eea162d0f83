import type { Store } from '../engine/store.ts'
import { isLeaf, type Comparison, type Filter, type Leaf } from './filter.ts'

export type SlotTest = (slot: number) => boolean

const matchNone: SlotTest = () => false

const comparisons: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '>=': (left, right) => left >= right,
  '>': (left, right) => left > right,
}

/** How many tests the filter may run on each record. A list of ids, or of values of one facet, counts as one. */
export function costOf(filter: Filter): number {
  if (isLeaf(filter)) return 1
  if (filter.kind === 'and') return filter.parts.reduce((sum, part) => sum + costOf(part), 0)
  const lists = new Set<string>()
  let cost = 0
  for (const part of filter.parts) {
    if (isListed(part)) lists.add(`${part.kind} ${part.attribute}`)
    else cost += costOf(part)
  }
  return cost + lists.size
}

/** How many conditions a score tests on each record. */
export function countLeaves(filter: Filter): number {
  return isLeaf(filter) ? 1 : filter.parts.reduce((sum, part) => sum + countLeaves(part), 0)
}

/** Whether the condition is one of several alternatives that a set can hold. */
function isListed(part: Filter): part is Leaf & { kind: 'number' | 'facet' } {
  if (part.kind === 'facet') return !part.isNegated
  return part.kind === 'number' && part.comparison === '=' && !part.isNegated
}

/** Compiles a filter to a test of slots. Attributes that no record has and undeclared facets match nothing. */
export function compileFilter(store: Store, filter: Filter): SlotTest {
  if (isLeaf(filter)) return compileLeaf(store, filter)
  const tests = compileParts(store, filter)
  const [only] = tests
  if (only && tests.length === 1) return only
  return filter.kind === 'and' ? passesAll(tests) : (slot) => tests.some((test) => test(slot))
}

/** Two tests are the usual case, and run on every record. */
function passesAll(tests: readonly SlotTest[]): SlotTest {
  const [first, second] = tests
  if (first && second && tests.length === 2) return (slot) => first(slot) && second(slot)
  return (slot) => tests.every((test) => test(slot))
}

function compileParts(store: Store, { kind, parts }: Exclude<Filter, Leaf>): SlotTest[] {
  if (kind === 'and') return parts.map((part) => compileFilter(store, part))
  // Alternatives for one attribute become a single set lookup.
  const tests: SlotTest[] = []
  const ids = new Map<string, Set<number>>()
  const values = new Map<string, Set<number>>()
  const listIn = (lists: Map<string, Set<number>>, attribute: string): Set<number> => {
    const list = lists.get(attribute) ?? new Set()
    lists.set(attribute, list)
    return list
  }
  for (const part of parts) {
    if (part.kind === 'number' && part.comparison === '=' && !part.isNegated) {
      listIn(ids, part.attribute).add(part.value)
    } else if (part.kind === 'facet' && !part.isNegated && !readNumber(store, part)) {
      const code = store.facetColumn(part.attribute)?.codeOf(part.value)
      if (code !== undefined) listIn(values, part.attribute).add(code)
    } else {
      tests.push(compileFilter(store, part))
    }
  }
  for (const [attribute, allowed] of ids) {
    const column = store.numberColumn(attribute)
    if (column) tests.push((slot) => column.all(slot).some((number) => allowed.has(number)))
  }
  for (const [attribute, allowed] of values) {
    const column = store.facetColumn(attribute)
    tests.push((slot) => {
      let isMatch = false
      column?.each(slot, (code) => (isMatch ||= allowed.has(code)))
      return isMatch
    })
  }
  return tests
}

/** The number in `attribute:12` when the attribute is not a facet. */
function readNumber(store: Store, leaf: Leaf & { kind: 'facet' }): number | undefined {
  if (store.facetColumn(leaf.attribute) || !/^-?\d+(\.\d+)?$/.test(leaf.value)) return undefined
  return Number(leaf.value)
}

function compileLeaf(store: Store, leaf: Leaf): SlotTest {
  if (leaf.kind === 'number') {
    const isMatch = comparisons[leaf.comparison]
    return compileNumbers(store, leaf, (number) => isMatch(number, leaf.value))
  }
  if (leaf.kind === 'range') {
    return compileNumbers(store, leaf, (number) => number >= leaf.low && number <= leaf.high)
  }
  if (leaf.kind === 'tag') return compileValue(store, '_tags', leaf)
  const number = readNumber(store, leaf)
  return number === undefined
    ? compileValue(store, leaf.attribute, leaf)
    : compileNumbers(store, leaf, (value) => value === number)
}

/** Any number of the record may match. A record without numbers matches neither the condition nor its negation. */
function compileNumbers(
  store: Store,
  { attribute, isNegated }: { attribute: string; isNegated: boolean },
  isMatch: (number: number) => boolean,
): SlotTest {
  const column = store.numberColumn(attribute)
  if (!column) return matchNone
  return (slot) => {
    const single = column.single(slot)
    if (!Number.isNaN(single)) return isMatch(single) !== isNegated
    const numbers = column.all(slot)
    return numbers.length > 0 && numbers.some(isMatch) !== isNegated
  }
}

/** Records without the attribute match the negation. */
function compileValue(
  store: Store,
  attribute: string,
  { value, isNegated }: { value: string; isNegated: boolean },
): SlotTest {
  const column = store.facetColumn(attribute)
  if (!column) return matchNone
  const code = column.codeOf(value)
  if (code === undefined) return () => isNegated
  return (slot) => column.has(slot, code) !== isNegated
}

export type SlotScore = (slot: number) => number

/**
 * The score of a required filter when it is the same for every match, which is the usual case. Undefined when matches
 * differ: alternatives with different scores, or alternatives to sum.
 */
export function constantScoreOf(filter: Filter, sumWithinOr: boolean): number | undefined {
  if (isLeaf(filter)) return filter.score
  const scores = filter.parts.map((part) => constantScoreOf(part, sumWithinOr))
  const [first] = scores
  if (filter.kind === 'or' && scores.length > 1) {
    return !sumWithinOr && scores.every((score) => score === first) ? first : undefined
  }
  return scores.reduce<number | undefined>(
    (sum, score) => (sum === undefined || score === undefined ? undefined : sum + score),
    0,
  )
}

/** The score a filter adds to a record: the sum within AND, the best (or the sum) within OR. */
export function compileScore(store: Store, filter: Filter, sumWithinOr: boolean): SlotScore {
  if (isLeaf(filter)) {
    const test = compileLeaf(store, filter)
    return (slot) => (test(slot) ? filter.score : 0)
  }
  const parts = filter.parts.map((part) => {
    const score = compileScore(store, part, sumWithinOr)
    if (filter.kind === 'and' || part.kind !== 'and') return score
    // An alternative of several conditions scores only when all of them match.
    const test = compileFilter(store, part)
    return (slot: number) => (test(slot) ? score(slot) : 0)
  })
  const isBest = filter.kind === 'or' && !sumWithinOr
  return (slot) => parts.reduce((sum, score) => (isBest ? Math.max(sum, score(slot)) : sum + score(slot)), 0)
}
