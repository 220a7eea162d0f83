import type { PostingList } from '../postings/posting-list.ts'
import { distance, maxDistance } from '../postings/term-sources.ts'

/**
 * How records match the words of a query, read one word after the other. Records that match in the same ways reach the
 * same state, so the key of many records is computed once.
 */
export interface MatchStates {
  /** The state of a record before its first word. */
  readonly first: number
  /** The state after one more word, which matches as `kind`; 0 is no match. */
  next(state: number, word: number, kind: number): number
  /** The ranking key, once all words are read. */
  keyOf(state: number): number
  readonly count: number
}

export interface KeyParts {
  lists: readonly PostingList[]
  occurrences: Uint32Array
  /** By word and kind of match: what it adds to the key. */
  costsByKind: readonly Float64Array[]
  /** By word and kind of match; empty when positions do not count. */
  positions: readonly Uint8Array[]
  maxPosition: number
  weights: { proximity: number; attribute: number }
  minProximity: number
}

interface State {
  cost: number
  /** The reference of the last word that matched; 0 before the first. */
  before: number
  /** The first position of any word. */
  position: number
}

/** `records` is the number of records to read, which decides how much memory is worth it. */
export function createMatchStates(parts: KeyParts, records: number): MatchStates {
  const { lists, occurrences, costsByKind, positions, maxPosition, weights, minProximity } = parts
  const states: State[] = []
  const numbers = new Map<string, number>()
  const steps = lists.map((): Map<number, number> => new Map())
  const recent = lists.map(() => createRecentSteps(records))

  function numberOf(state: State): number {
    const key = `${state.cost} ${state.before} ${state.position}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = states.push(state) - 1
    numbers.set(key, number)
    return number
  }

  function take({ cost, before, position }: State, word: number, kind: number): State {
    const more = costsByKind[word]?.[kind] ?? 0
    if (kind === 0) return { cost: cost + more, before, position }
    const reference = lists[word]?.kinds.references[kind] ?? 0
    const gap =
      before === 0
        ? 0
        : Math.max(Math.min(distance(occurrences, before, reference), maxDistance), minProximity)
    return {
      cost: cost + more + gap * weights.proximity,
      before: reference,
      position: Math.min(position, positions[word]?.[kind] ?? maxPosition),
    }
  }

  /** More states than kinds of matches of one word fit a number of 32 bits each. */
  function compute(state: number, word: number, kind: number): number {
    const known = steps[word]
    const key = state * 2 ** 22 + kind
    const found = known?.get(key)
    if (found !== undefined) return found
    const from = states[state]
    const number = from ? numberOf(take(from, word, kind)) : 0
    known?.set(key, number)
    return number
  }

  const first = numberOf({ cost: 0, before: 0, position: maxPosition })
  return {
    first,
    next(state, word, kind) {
      const steps = recent[word]
      if (!steps) return state
      const at = (Math.imul(state, 0x9e37) ^ kind) & steps.mask
      if (steps.states[at] === state && steps.kinds[at] === kind) return steps.found[at] ?? 0
      const found = compute(state, word, kind)
      steps.states[at] = state
      steps.kinds[at] = kind
      steps.found[at] = found
      return found
    },
    keyOf(state) {
      const { cost = 0, position = 0 } = states[state] ?? {}
      return positions.length > 0 ? cost + position * weights.attribute : cost
    },
    get count() {
      return states.length
    },
  }
}

/** Steps that were looked up last, found by a part of their numbers. */
interface RecentSteps {
  mask: number
  states: Int32Array
  kinds: Int32Array
  found: Int32Array
}

const fewestRecent = 64
const mostRecent = 8192

function createRecentSteps(records: number): RecentSteps {
  const wanted = Math.min(mostRecent, Math.max(fewestRecent, records >>> 4))
  const length = 2 ** Math.ceil(Math.log2(wanted))
  return {
    mask: length - 1,
    states: new Int32Array(length).fill(-1),
    kinds: new Int32Array(length),
    found: new Int32Array(length),
  }
}
