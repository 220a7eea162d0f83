import type { Matches } from '../matching/match-terms.ts'
import {
  countBits,
  grownBits,
  intersect,
  lastSlotIn,
  setBit,
  slotsIn,
  unite,
  type Bits,
} from '../postings/bits.ts'
import { denseEntry, type DenseSlots, type PostingList } from '../postings/posting-list.ts'
import { memoizeByObject } from '../memoize.ts'
import type { Turns } from '../turns.ts'
import type { RecordOrder } from './record-order.ts'

/**
 * The best matches of a query with at most one word, found without visiting all of them: equally good ones form a
 * group, and the order of all records tells the first of each group. Undefined when the matches have no bits.
 */
export async function bestOfBroad(
  order: RecordOrder,
  { lists: [list], bits, count: size }: Matches,
  { costs, count, turns }: { costs: Float64Array; count: number; turns: Turns },
): Promise<number[] | undefined> {
  if (!bits) return undefined
  if (!list) return order.first(bits, size, count)
  const { dense } = list
  if (!dense) return undefined
  const sets = codeSetsOf(list, dense)
  const groups = groupsOf(sets.codes, costs)
  const wanted = Math.min(count, size)
  const groupOf = groupReader(list, dense, groups, costs.length)
  const first = order.firstOfGroups(bits, { groups: groups.length, groupOf }, { size, count: wanted })
  const found: number[] = []
  for (const [at, codes] of groups.entries()) {
    const missing = wanted - found.length
    if (missing === 0) break
    const group =
      first[at]?.slice(0, missing) ??
      firstOfGroup(order, bits, await slotsOfGroup(sets, list, codes, turns), missing)
    found.push(...group)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return found
}

/** Returns the group of a slot of the list. */
function groupReader(
  { kinds, matches }: PostingList,
  dense: DenseSlots,
  groups: readonly (readonly number[])[],
  codeCount: number,
): (slot: number) => number {
  const groupOfCode = new Uint16Array(codeCount)
  for (const [group, codes] of groups.entries()) for (const code of codes) groupOfCode[code] = group
  return (slot) => groupOfCode[kinds.codes[matches[denseEntry(dense, slot)] ?? 0] ?? 0] ?? 0
}

function firstOfGroup(order: RecordOrder, bits: Bits, group: Bits, count: number): number[] {
  intersect(group, bits)
  return order.first(group, countBits(group), count)
}

/** The codes of a dense list, and the slots of those codes that were asked for. */
interface CodeSets {
  /** Entries and slots of the list that are included. */
  count: number
  slots: number
  codes: Set<number>
  sets: Map<number, Bits>
}

const setsOf = memoizeByObject((_list: PostingList): CodeSets => ({
  count: 0,
  slots: 0,
  codes: new Set(),
  sets: new Map(),
}))

function codeSetsOf(list: PostingList, { bits }: DenseSlots): CodeSets {
  const known = setsOf(list)
  if (known.count === list.count) return known
  const { matches, kinds } = list
  const isUsed = new Uint8Array(kinds.count)
  for (let entry = known.count; entry < list.count; entry += 1) isUsed[matches[entry] ?? 0] = 1
  for (let kind = 0; kind < kinds.count; kind += 1)
    if (isUsed[kind] === 1) known.codes.add(kinds.codes[kind] ?? 0)
  if (known.sets.size > 0) {
    const added = slotsIn(bits, list.count - known.count, known.slots)
    for (const [at, slot] of added.entries()) {
      const code = kinds.codes[matches[known.count + at] ?? 0] ?? 0
      const set = known.sets.get(code)
      if (!set) continue
      const grown = grownBits(set, slot + 1)
      setBit(grown, slot)
      known.sets.set(code, grown)
    }
  }
  known.count = list.count
  known.slots = lastSlotIn(bits) + 1
  return known
}

/** Codes of equal cost together, best first. */
function groupsOf(codes: ReadonlySet<number>, costs: Float64Array): number[][] {
  const groups = Map.groupBy(codes, (code) => costs[code] ?? 0)
  return [...groups].toSorted(([left], [right]) => left - right).map(([, group]) => group)
}

async function slotsOfGroup(
  sets: CodeSets,
  list: PostingList,
  codes: readonly number[],
  turns: Turns,
): Promise<Bits> {
  const group: Bits = new Uint32Array(list.dense?.bits.length ?? 0)
  for (const code of codes) {
    // Read again: the list may have grown while other work had its turn.
    if (list.dense) unite(group, slotsWith(sets, list, list.dense, code))
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return group
}

function slotsWith(
  { sets }: CodeSets,
  { matches, kinds, count }: PostingList,
  { bits }: DenseSlots,
  code: number,
): Bits {
  const known = sets.get(code)
  if (known) return known
  const set: Bits = new Uint32Array(bits.length)
  const isIncluded = kinds.codes.map((each) => (each === code ? 1 : 0))
  const slots = slotsIn(bits, count)
  for (let entry = 0; entry < slots.length; entry += 1) {
    if (isIncluded[matches[entry] ?? 0] === 1) setBit(set, slots[entry] ?? 0)
  }
  sets.set(code, set)
  return set
}
