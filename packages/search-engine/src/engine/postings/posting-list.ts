import { countOnes, grownBits, setBit, wordsFor, type Bits } from './bits.ts'
import { attributeOf, isOnlyWord } from './occurrence.ts'

/** The records that contain a word of a query, each once with its best match, in slot order. */
export interface PostingList {
  /** Only the first `count` elements of the arrays are filled. */
  count: number
  /** By entry: the ranking inputs in one number; see {@link codeOf}. */
  codes: Uint16Array
  /** By entry: into the occurrences of the postings. */
  references: Uint32Array
  /** By entry: the slot. Unused in a dense list. */
  slots: Uint32Array
  /** Lists with many of the index's records have bits instead of slots. */
  dense: DenseSlots | undefined
  /** Whether any match has a typing error. */
  hasTypos: boolean
}

export interface DenseSlots {
  bits: Bits
  /** The number of entries before each word of the bits. */
  ranks: Uint32Array
}

/** Lists with at least this fraction of the records are dense: their bits take less memory than slots. */
export const denseFraction = 16

/** Packs the first attribute, the match quality and whether the word is the whole text. Never 0. */
export const codeOf = (quality: number, firstOccurrence: number): number =>
  (attributeOf(firstOccurrence) << codeBits) | (quality << 1) | (isOnlyWord(firstOccurrence) ? 1 : 0)
/** Number of bits below the attribute. */
export const codeBits = 4
export const qualityIn = (code: number): number => (code >> 1) & 7
export const isOnlyIn = (code: number): boolean => (code & 1) === 1

/** Whether a match is better than another of the same record: by quality, then by attribute. */
export function isBetter(code: number, other: number): boolean {
  const difference = qualityIn(code) - qualityIn(other)
  return difference < 0 || (difference === 0 && code >> codeBits < other >> codeBits)
}

export function allocateList(capacity: number, hasTypos: boolean): PostingList {
  return {
    count: 0,
    codes: new Uint16Array(capacity),
    references: new Uint32Array(capacity),
    slots: new Uint32Array(capacity),
    dense: undefined,
    hasTypos,
  }
}

/** Bytes of the list's arrays. */
export function sizeOf({ codes, references, slots, dense }: PostingList): number {
  const bits = dense ? dense.bits.byteLength + dense.ranks.byteLength : 0
  return codes.byteLength + references.byteLength + slots.byteLength + bits
}

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

/** Finds entries of slots that must be asked for in ascending order; -1 where the list lacks the slot. */
export function entryReader(list: PostingList): (slot: number) => number {
  const { dense } = list
  if (dense) return (slot) => denseEntry(dense, slot)
  let cursor = 0
  return (slot) => {
    cursor = seek(list, cursor, slot)
    return cursor < list.count && list.slots[cursor] === slot ? cursor : -1
  }
}

/** Writes the entries before each word, from a word on; returns the number of all entries. */
export function countRanks({ bits, ranks }: DenseSlots, fromWord: number): number {
  let count = fromWord === 0 ? 0 : (ranks[fromWord - 1] ?? 0) + countOnes(bits[fromWord - 1] ?? 0)
  for (let word = fromWord; word < bits.length; word += 1) {
    ranks[word] = count
    count += countOnes(bits[word] ?? 0)
  }
  return count
}

/** Appends the entries of a sparse list whose slots are all larger, and leaves spare capacity for the next ones. */
export function appendList(list: PostingList, more: PostingList): void {
  const { count, dense } = list
  if (more.count === 0) return
  const total = count + more.count
  if (total > list.codes.length) {
    const capacity = Math.ceil(total * 1.1) + 16
    const { codes, references, slots } = list
    list.codes = new Uint16Array(capacity)
    list.references = new Uint32Array(capacity)
    list.codes.set(codes.subarray(0, count))
    list.references.set(references.subarray(0, count))
    if (!dense) {
      list.slots = new Uint32Array(capacity)
      list.slots.set(slots.subarray(0, count))
    }
  }
  list.codes.set(more.codes.subarray(0, more.count), count)
  list.references.set(more.references.subarray(0, more.count), count)
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

/** Merges two sparse lists; a record in both keeps the better match, by default the left one. */
export function mergeLists(left: PostingList, right: PostingList): PostingList {
  const list = allocateList(left.count + right.count, left.hasTypos || right.hasTypos)
  let [i, j, count] = [0, 0, 0]
  while (i < left.count || j < right.count) {
    const slotOfLeft = i < left.count ? (left.slots[i] ?? 0) : Number.POSITIVE_INFINITY
    const slotOfRight = j < right.count ? (right.slots[j] ?? 0) : Number.POSITIVE_INFINITY
    const isInBoth = slotOfLeft === slotOfRight
    const isLeft = isInBoth ? !isBetter(right.codes[j] ?? 0, left.codes[i] ?? 0) : slotOfLeft < slotOfRight
    const [from, at] = isLeft ? [left, i] : [right, j]
    list.slots[count] = from.slots[at] ?? 0
    list.codes[count] = from.codes[at] ?? 0
    list.references[count] = from.references[at] ?? 0
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
