/** A set of slots with one bit each, 32 to a word. Reading beyond the last word means that the slot is missing. */
export type Bits = Uint32Array

export const wordsFor = (slots: number): number => (slots + 31) >>> 5

export const hasBit = (bits: Bits, slot: number): boolean =>
  (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
}

/** The same bits with room for more slots. */
export function grownBits(bits: Bits, slots: number): Bits {
  if (wordsFor(slots) <= bits.length) return bits
  const larger = new Uint32Array(wordsFor(slots) + (bits.length >>> 3) + 64)
  larger.set(bits)
  return larger
}

/** The number of set bits in one word. */
export function countOnes(word: number): number {
  let ones = word - ((word >>> 1) & 0x5555_5555)
  ones = (ones & 0x3333_3333) + ((ones >>> 2) & 0x3333_3333)
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

export function countBits(bits: Bits, fromWord = 0): number {
  let count = 0
  for (let word = fromWord; word < bits.length; word += 1) count += countOnes(bits[word] ?? 0)
  return count
}

/** Keeps only the slots that are in `other` too. */
export function intersect(bits: Bits, other: Bits): void {
  const length = Math.min(bits.length, other.length)
  for (let word = 0; word < length; word += 1) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0)
  bits.fill(0, length)
}

/** The slots of `left` that are in `right` too. */
export function intersectionWith(left: Bits, right: Bits): Bits {
  const bits: Bits = new Uint32Array(left.length)
  const length = Math.min(left.length, right.length)
  for (let word = 0; word < length; word += 1) bits[word] = (left[word] ?? 0) & (right[word] ?? 0)
  return bits
}

/** Adds the slots of `other` that fit. */
export function unite(bits: Bits, other: Bits): void {
  const length = Math.min(bits.length, other.length)
  for (let word = 0; word < length; word += 1) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0)
}

/** The slots from `from` in ascending order; `count` is at least their number. */
export function slotsIn(bits: Bits, count: number, from = 0): Uint32Array {
  const slots = new Uint32Array(count)
  let found = 0
  for (let word = from >>> 5; word < bits.length; word += 1) {
    let rest = bits[word] ?? 0
    if (word === from >>> 5) rest &= -1 << (from & 31)
    while (rest !== 0) {
      slots[found] = (word << 5) + 31 - Math.clz32(rest & -rest)
      found += 1
      rest &= rest - 1
    }
  }
  return slots.subarray(0, found)
}

/** The largest slot, or -1. */
export function lastSlotIn(bits: Bits): number {
  let word = bits.length - 1
  while (word >= 0 && bits[word] === 0) word -= 1
  return word < 0 ? -1 : (word << 5) + 31 - Math.clz32(bits[word] ?? 0)
}

/** Visits the slots in some words of the bits, in ascending order. */
export function eachSlot(bits: Bits, fromWord: number, toWord: number, visit: (slot: number) => void): void {
  for (let word = fromWord; word < toWord; word += 1) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1)
      visit((word << 5) + 31 - Math.clz32(rest & -rest))
  }
}
