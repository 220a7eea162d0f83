/**
 * Stable hashing and seeded random numbers for reproducible output (seating plans, demo stock, name colours). Not for
 * secrets or tokens.
 */

/** FNV-1a over UTF-16 code units with a final mix; an unsigned 32-bit integer. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // FNV alone maps names that differ in their last character to similar values; the mix spreads them over all bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** 53 bits, to tell millions of texts apart without keeping them. */
export function hash53(text: string): number {
  return hash32(text) * 2 ** 21 + (hash32(`2\n${text}`) >>> 11)
}

/** `hash32` as seven characters of 0-9a-z. */
export function shortHash(text: string): string {
  return hash32(text).toString(36).padStart(7, '0')
}

/** Returns numbers in [0, 1); the same seed gives the same sequence (mulberry32). */
export type Random = () => number

export function seededRandom(seed: number | string): Random {
  let state = typeof seed === 'string' ? hash32(seed) : seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number between `from` and `to`, inclusive. */
export function randomInteger(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

/**
 * A random item.
 * @throws RangeError if the list is empty.
 */
export function randomItem<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('Cannot choose from an empty list')
  return item
}
