import type { Bits } from '../postings/bits.ts'
import { denseEntry, seek, type PostingList } from '../postings/posting-list.ts'

/** Tells for single slots whether they pass, and for all of them when `bits` is given. */
export interface PassingSlots {
  passes(slot: number): boolean
  /** Undefined when the filter is not decided for every slot; then only few slots may be tested. */
  bits: Bits | undefined
}

/** Slots in ascending order and how each of them matches, by word; see {@link PostingList.kinds}. */
export interface Rows {
  slots: Uint32Array
  kinds: readonly Uint32Array[]
}

interface ListsToJoin {
  /** One of the required lists, which is not dense. */
  rarest: PostingList
  isRequired(word: number): boolean
  filter: PassingSlots
}

/** The records of the rarest list that pass the filter and are in the other required lists. */
export function collectRows(
  live: Bits,
  lists: readonly PostingList[],
  { rarest, isRequired, filter: { bits, passes } }: ListsToJoin,
): Rows {
  const { slots, kinds } = spareRows(lists.length, rarest.count)
  const first = lists.indexOf(rarest)
  let size = firstRows(rarest, bits ? [live, bits] : [live, live], { slots, kinds: kinds[first] ?? slots })
  const filled = [slots, kinds[first] ?? slots]
  const others = [...lists.entries()].filter(([, list]) => list !== rarest)
  const required = others
    .filter(([word]) => isRequired(word))
    .toSorted(([, left], [, right]) => left.count - right.count)
  for (const [word, list] of required) {
    const into = kinds[word] ?? slots
    readKinds(list, slots, size, into)
    filled.push(into)
    size = compactRows(filled, size, (row) => into[row] !== 0)
  }
  if (!bits) size = compactRows(filled, size, (row) => passes(slots[row] ?? 0))
  for (const [word, list] of others) if (!isRequired(word)) readKinds(list, slots, size, kinds[word] ?? slots)
  return { slots: slots.slice(0, size), kinds: kinds.map((each) => each.slice(0, size)) }
}

/** Reused by each search: what it finds is copied before another one may begin. */
const spare: Uint32Array[] = []

function spareRows(words: number, count: number): Rows {
  const spareArray = (at: number): Uint32Array => {
    const known = spare[at]
    if (known && known.length >= count) return known
    return (spare[at] = new Uint32Array(Math.max(count, 1024)))
  }
  return { slots: spareArray(0), kinds: Array.from({ length: words }, (_, word) => spareArray(word + 1)) }
}

/** Writes the slots of a list that are in both sets, with how they match. Returns their number. */
function firstRows(
  { slots, matches, count }: PostingList,
  [left, right]: readonly [Bits, Bits],
  into: { slots: Uint32Array; kinds: Uint32Array },
): number {
  let size = 0
  for (let at = 0; at < count; at += 1) {
    const slot = slots[at] ?? 0
    const word = slot >>> 5
    if (((((left[word] ?? 0) & (right[word] ?? 0)) >>> (slot & 31)) & 1) === 0) continue
    into.slots[size] = slot
    into.kinds[size] = matches[at] ?? 0
    size += 1
  }
  return size
}

/** Writes how each of some ascending slots matches; 0 where the list lacks it. */
export function readKinds(list: PostingList, slots: Uint32Array, count: number, into: Uint32Array): void {
  const { dense, matches } = list
  if (dense) {
    for (let row = 0; row < count; row += 1) {
      const entry = denseEntry(dense, slots[row] ?? 0)
      into[row] = entry < 0 ? 0 : (matches[entry] ?? 0)
    }
    return
  }
  let cursor = 0
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0
    cursor = seek(list, cursor, slot)
    into[row] = cursor < list.count && list.slots[cursor] === slot ? (matches[cursor] ?? 0) : 0
  }
}

/** Moves the rows to keep to the front of the arrays. Returns their number. */
export function compactRows(
  arrays: readonly Uint32Array[],
  size: number,
  isKept: (row: number) => boolean,
): number {
  let kept = 0
  for (let row = 0; row < size; row += 1) {
    if (!isKept(row)) continue
    if (kept !== row) for (const array of arrays) array[kept] = array[row] ?? 0
    kept += 1
  }
  return kept
}
