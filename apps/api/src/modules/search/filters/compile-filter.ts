import type { Store } from '../engine/store.ts'
import { isLeaf, type Comparison, type Filter, type Leaf } from './filter.ts'

export type SlotTest = (slot: number) => boolean

const never: SlotTest = () => false

const comparisons: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '>=': (left, right) => left >= right,
  '>': (left, right) => left > right,
}

/**
 * How many looks at a record the filter takes: one for each condition, where a list of ids or of one facet's values is one.
 * Every record may have to be looked at.
 */
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

/** One of a list of which any will do. */
function isListed(part: Filter): part is Leaf & { kind: 'number' | 'facet' } {
  if (part.kind === 'facet') return !part.isNegated
  return part.kind === 'number' && part.comparison === '=' && !part.isNegated
}

/** Which records of the store meet the filter. An attribute that no record has, or that is no facet, is met by none. */
export function compileFilter(store: Store, filter: Filter): SlotTest {
  if (isLeaf(filter)) return compileLeaf(store, filter)
  const tests = compileParts(store, filter)
  const [only] = tests
  if (only && tests.length === 1) return only
  return filter.kind === 'and'
    ? (slot) => tests.every((test) => test(slot))
    : (slot) => tests.some((test) => test(slot))
}

function compileParts(store: Store, { kind, parts }: Exclude<Filter, Leaf>): SlotTest[] {
  if (kind === 'and') return parts.map((part) => compileFilter(store, part))
  // A long list of ids, or of one facet's values, is looked up at once.
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
      const code = store.facet(part.attribute)?.codeOf(part.value)
      if (code !== undefined) listIn(values, part.attribute).add(code)
    } else {
      tests.push(compileFilter(store, part))
    }
  }
  for (const [attribute, wanted] of ids) {
    const column = store.numbers(attribute)
    if (column) tests.push((slot) => column.all(slot).some((number) => wanted.has(number)))
  }
  for (const [attribute, wanted] of values) {
    const column = store.facet(attribute)
    tests.push((slot) => {
      let isMet = false
      column?.each(slot, (code) => (isMet ||= wanted.has(code)))
      return isMet
    })
  }
  return tests
}

/** `attribute:12` where the attribute is no facet: numbers may be asked for like this too. */
function readNumber(store: Store, leaf: Leaf & { kind: 'facet' }): number | undefined {
  if (store.facet(leaf.attribute) || !/^-?\d+(\.\d+)?$/.test(leaf.value)) return undefined
  return Number(leaf.value)
}

function compileLeaf(store: Store, leaf: Leaf): SlotTest {
  if (leaf.kind === 'number') {
    const isMet = comparisons[leaf.comparison]
    return compileNumbers(store, leaf, (number) => isMet(number, leaf.value))
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

/** Any number of a list will do. Without one the record meets neither the condition nor its contrary. */
function compileNumbers(
  store: Store,
  { attribute, isNegated }: { attribute: string; isNegated: boolean },
  isMet: (number: number) => boolean,
): SlotTest {
  const column = store.numbers(attribute)
  if (!column) return never
  return (slot) => {
    const single = column.single(slot)
    if (!Number.isNaN(single)) return isMet(single) !== isNegated
    const numbers = column.all(slot)
    return numbers.length > 0 && numbers.some(isMet) !== isNegated
  }
}

/** The contrary is met by records without the attribute too. */
function compileValue(
  store: Store,
  attribute: string,
  { value, isNegated }: { value: string; isNegated: boolean },
): SlotTest {
  const column = store.facet(attribute)
  if (!column) return never
  const code = column.codeOf(value)
  if (code === undefined) return () => isNegated
  return (slot) => column.has(slot, code) !== isNegated
}

export type SlotScore = (slot: number) => number

/** What optional filters add to a record: the sum over ANDs, the best (or the sum) within an OR. */
export function compileScore(store: Store, filter: Filter, sumsOr: boolean): SlotScore {
  if (isLeaf(filter)) {
    const test = compileLeaf(store, filter)
    return (slot) => (test(slot) ? filter.score : 0)
  }
  const parts = filter.parts.map((part) => compileScore(store, part, sumsOr))
  const isBest = filter.kind === 'or' && !sumsOr
  return (slot) => parts.reduce((sum, score) => (isBest ? Math.max(sum, score(slot)) : sum + score(slot)), 0)
}
