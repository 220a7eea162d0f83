import { countOnes, grownBits, setBit, wordsFor, type Bits } from './bits.ts'
import type { MatchKinds } from './match-kinds.ts'

/** The records that contain a word of a query, each once with its best match, in slot order. */
export interface PostingList {
  /** Only the first `count` elements of the arrays are filled. */
  count: number
  /** By entry: how the record matches, a number in {@link PostingList.kinds}. */
  matches: KindNumbers
  kinds: MatchKinds
  /** By entry: the slot. Unused in a dense list. */
  slots: Uint32Array
  /** Lists with many of the index's records have bits instead of slots. */
  dense: DenseSlots | undefined
  /** Whether any match has a typing error. */
  hasTypos: boolean
}

export type KindNumbers = Uint16Array | Uint32Array
/** More kinds need four bytes for each entry. */
export const maxShortKind = 65_535

export const allocateKinds = (kinds: MatchKinds, capacity: number): KindNumbers =>
  kinds.count - 1 > maxShortKind ? new Uint32Array(capacity) : new Uint16Array(capacity)

export interface DenseSlots {
  bits: Bits
  /** The number of entries before each word of the bits. */
  ranks: Uint32Array
}

/** Lists with at least 1/16 of the records are dense: their bits take less memory than slots. */
export const denseDivisor = 16

export function allocateList(kinds: MatchKinds, capacity: number): PostingList {
  return {
    count: 0,
    matches: allocateKinds(kinds, capacity),
    kinds,
    slots: new Uint32Array(capacity),
    dense: undefined,
    hasTypos: false,
  }
}

/** Bytes of the list's arrays. */
export function sizeOf({ matches, slots, dense, kinds }: PostingList): number {
  const bits = dense ? dense.bits.byteLength + dense.ranks.byteLength : 0
  return matches.byteLength + slots.byteLength + bits + kinds.count * bytesPerKind
}

/** Memory of one kind: its array elements and its entry in the map. */
const bytesPerKind = 64

/** The entry of a slot in a dense list, or -1. */
export function denseEntry({ bits, ranks }: DenseSlots, slot: number): number {
  const word = bits[slot >>> 5] ?? 0
  const bit = 1 << (slot & 31)
  return (word & bit) === 0 ? -1 : (ranks[slot >>> 5] ?? 0) + countOnes(word & (bit - 1))
}

/** The first entry of a sparse list at or after `from` whose slot is not smaller: exponential, then binary search. */
export function seek({ slots, count }: PostingList, from: number, slot: number): number {
  let low = from
  let high = from
  for (let step = 1; high < count && (slots[high] ?? 0) < slot; step *= 2) {
    low = high + 1
    high += step
  }
  if (high > count) high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((slots[middle] ?? 0) < slot) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns how a slot matches; 0 where the list lacks it. Ascending slots are found fastest. */
export function kindReader(list: PostingList): (slot: number) => number {
  const { dense } = list
  let cursor = 0
  return (slot) => {
    if (dense) {
      const entry = denseEntry(dense, slot)
      return entry < 0 ? 0 : (list.matches[entry] ?? 0)
    }
    const isBehind = cursor > 0 && (list.slots[cursor - 1] ?? 0) >= slot
    cursor = seek(list, isBehind ? 0 : cursor, slot)
    return cursor < list.count && list.slots[cursor] === slot ? (list.matches[cursor] ?? 0) : 0
  }
}

/** Fills `ranks` from word `fromWord` on; returns the number of all entries. */
export function countRanks({ bits, ranks }: DenseSlots, fromWord: number): number {
  let count = fromWord === 0 ? 0 : (ranks[fromWord - 1] ?? 0) + countOnes(bits[fromWord - 1] ?? 0)
  for (let word = fromWord; word < bits.length; word += 1) {
    ranks[word] = count
    count += countOnes(bits[word] ?? 0)
  }
  return count
}

/**
 * Appends the entries of a sparse list of the same kinds whose slots are all larger, and leaves spare capacity for
 * the next ones.
 */
export function appendList(list: PostingList, more: PostingList): void {
  const { count, dense } = list
  if (more.count === 0) return
  const total = count + more.count
  if (total > list.matches.length || more.matches.BYTES_PER_ELEMENT > list.matches.BYTES_PER_ELEMENT) {
    const capacity = Math.ceil(total * 1.1) + 16
    const { matches, slots } = list
    list.matches = allocateKinds(list.kinds, capacity)
    list.matches.set(matches.subarray(0, count))
    if (!dense) {
      list.slots = new Uint32Array(capacity)
      list.slots.set(slots.subarray(0, count))
    }
  }
  list.matches.set(more.matches.subarray(0, more.count), count)
  if (dense) appendBits(dense, more)
  else list.slots.set(more.slots.subarray(0, more.count), count)
  list.count = total
  list.hasTypos ||= more.hasTypos
}

function appendBits(dense: DenseSlots, { slots, count }: PostingList): void {
  const last = slots[count - 1] ?? 0
  dense.bits = grownBits(dense.bits, last + 1)
  if (dense.ranks.length < dense.bits.length) {
    const ranks = new Uint32Array(dense.bits.length)
    ranks.set(dense.ranks)
    dense.ranks = ranks
  }
  for (let at = 0; at < count; at += 1) setBit(dense.bits, slots[at] ?? 0)
  countRanks(dense, (slots[0] ?? 0) >>> 5)
}

/** Merges two sparse lists of the same kinds; a record in both keeps the better match, by default the left one. */
export function mergeLists(left: PostingList, right: PostingList): PostingList {
  const list = allocateList(left.kinds, left.count + right.count)
  list.hasTypos = left.hasTypos || right.hasTypos
  const { penalties } = left.kinds
  const { slots, matches } = list
  let [i, j, count] = [0, 0, 0]
  while (i < left.count || j < right.count) {
    const slotOfLeft = i < left.count ? (left.slots[i] ?? 0) : Number.POSITIVE_INFINITY
    const slotOfRight = j < right.count ? (right.slots[j] ?? 0) : Number.POSITIVE_INFINITY
    const isInBoth = slotOfLeft === slotOfRight
    const [kindOfLeft, kindOfRight] = [left.matches[i] ?? 0, right.matches[j] ?? 0]
    const isLeft = isInBoth
      ? (penalties[kindOfRight] ?? 0) >= (penalties[kindOfLeft] ?? 0)
      : slotOfLeft < slotOfRight
    slots[count] = isLeft ? slotOfLeft : slotOfRight
    matches[count] = isLeft ? kindOfLeft : kindOfRight
    count += 1
    if (isInBoth || isLeft) i += 1
    if (isInBoth || !isLeft) j += 1
  }
  list.count = count
  return list
}

/** The slots of a dense list, allocated for an index of that many slots. */
export function allocateDense(slots: number): DenseSlots {
  const words = wordsFor(slots) + 64
  return { bits: new Uint32Array(words), ranks: new Uint32Array(words) }
}
