/**
 * Small stable hashing and seeded chance, for what is generated and must come out the same every time (seating plans,
 * demo stock, colours of a name). Not for secrets, tokens or anything that someone gains by guessing.
 */

/** FNV-1a over UTF-16 code units with a final mix: an unsigned 32-bit integer, the same on every machine. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // FNV alone leaves names that differ in the last letter close together; the mix spreads them over all bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** `hash32` as seven characters of 0-9a-z. */
export function shortHash(text: string): string {
  return hash32(text).toString(36).padStart(7, '0')
}

/** A source of numbers in [0, 1): the same seed gives the same sequence (mulberry32). */
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

/** A whole number from `from` to `to`, both included. */
export function randomInteger(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

/** One of the items. Throws a `RangeError` when there is none. */
export function randomItem<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('There is nothing to choose from')
  return item
}
