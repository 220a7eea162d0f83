import type { Matches } from '../match-terms.ts'
import { countBits, grownBits, intersect, setBit, slotsIn, unite, type Bits } from '../postings/bits.ts'
import type { DenseSlots, PostingList } from '../postings/posting-list.ts'
import type { RecordOrder } from './record-order.ts'

/**
 * The best matches of a query with at most one word, found without visiting all of them: equally good ones form a
 * group, and the order of all records tells the first of each group. Undefined when the matches have no bits.
 */
export function bestOfBroad(
  order: RecordOrder,
  { lists: [list], bits, count: size }: Matches,
  costs: Float64Array,
  count: number,
): number[] | undefined {
  if (!bits) return undefined
  if (!list) return order.first(bits, size, count)
  if (!list.dense) return undefined
  const sets = codeSetsOf(list, list.dense)
  const found: number[] = []
  for (const codes of groupsOf(sets.codes, costs)) {
    const group: Bits = new Uint32Array(bits.length)
    for (const code of codes) unite(group, slotsWith(sets, list, list.dense, code))
    intersect(group, bits)
    found.push(...order.first(group, countBits(group), count - found.length))
    if (found.length >= count) break
  }
  return found
}

/** The codes of a dense list, and the slots of those codes that were asked for. */
interface CodeSets {
  /** Entries and slots of the list that are included. */
  count: number
  slots: number
  codes: Set<number>
  sets: Map<number, Bits>
}

const cache = new WeakMap<PostingList, CodeSets>()

function codeSetsOf(list: PostingList, { bits }: DenseSlots): CodeSets {
  const known = cache.get(list) ?? { count: 0, slots: 0, codes: new Set(), sets: new Map<number, Bits>() }
  cache.set(list, known)
  if (known.count === list.count) return known
  const added = slotsIn(bits, list.count - known.count, known.slots)
  let previous = -1
  for (const [at, slot] of added.entries()) {
    const code = list.codes[known.count + at] ?? 0
    if (code !== previous) known.codes.add(code)
    previous = code
    const set = known.sets.get(code)
    if (!set) continue
    const grown = grownBits(set, slot + 1)
    setBit(grown, slot)
    known.sets.set(code, grown)
  }
  known.count = list.count
  known.slots = (added.at(-1) ?? -1) + 1
  return known
}

/** Codes of equal cost together, best first. */
function groupsOf(codes: ReadonlySet<number>, costs: Float64Array): number[][] {
  const groups = Map.groupBy(codes, (code) => costs[code] ?? 0)
  return [...groups].toSorted(([left], [right]) => left - right).map(([, group]) => group)
}

function slotsWith(
  { sets }: CodeSets,
  { codes, count }: PostingList,
  { bits }: DenseSlots,
  code: number,
): Bits {
  const known = sets.get(code)
  if (known) return known
  const set: Bits = new Uint32Array(bits.length)
  const slots = slotsIn(bits, count)
  for (let entry = 0; entry < slots.length; entry += 1) {
    if (codes[entry] === code) setBit(set, slots[entry] ?? 0)
  }
  sets.set(code, set)
  return set
}
