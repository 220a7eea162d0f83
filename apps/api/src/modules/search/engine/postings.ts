/**
 * Where each term stands. A record gets a slot, and slots only ever grow, so that every list is in order by itself; what
 * a changed record said before stays behind under its old slot until the index is made anew.
 */
export interface Postings {
  /** Pairs of slot and reference, for {@link Postings.placeAt}; only the first `countOf(term)` of them are filled. */
  pairsOf(term: number): Uint32Array
  countOf(term: number): number
  /** The place that a reference leads to, or one of those after it. */
  placeAt(reference: number): number
  add(term: number, slot: number, places: readonly number[]): void
}

const noPairs = new Uint32Array(0)

// A place: the last of a list, the only word of its text, attribute (10 bits), position (20 bits).
const lastBit = 0x8000_0000
const soloBit = 0x4000_0000
const positionBits = 20
const maxPosition = 2 ** positionBits - 1
/** Attributes beyond are searched as if they were the last one. */
export const maxAttribute = 1023

export interface Place {
  attribute: number
  position: number
  isOnlyWord: boolean
}

export function packPlace({ attribute, position, isOnlyWord }: Place): number {
  const packed = (Math.min(attribute, maxAttribute) << positionBits) | Math.min(position, maxPosition)
  return (isOnlyWord ? packed | soloBit : packed) >>> 0
}

export const attributeOf = (place: number): number => (place >>> positionBits) & maxAttribute
export const positionOf = (place: number): number => place & maxPosition
export const isOnlyWord = (place: number): boolean => (place & soloBit) !== 0
export const isLast = (place: number): boolean => (place & lastBit) !== 0

export function createPostings(): Postings {
  const lists: Uint32Array[] = []
  const counts: number[] = []
  let pool = new Uint32Array(4096)
  let pooled = 0

  function keep(place: number): void {
    if (pooled === pool.length) {
      const larger = new Uint32Array(pool.length * 2)
      larger.set(pool)
      pool = larger
    }
    pool[pooled] = place
    pooled += 1
  }

  return {
    pairsOf: (term) => lists[term] ?? noPairs,
    countOf: (term) => counts[term] ?? 0,
    placeAt: (reference) => pool[reference] ?? lastBit,
    add(term, slot, places) {
      const count = counts[term] ?? 0
      let list = lists[term] ?? noPairs
      if (count * 2 === list.length) {
        const larger = new Uint32Array(Math.max(4, list.length * 2))
        larger.set(list)
        list = larger
        lists[term] = list
      }
      list[count * 2] = slot
      list[count * 2 + 1] = pooled
      counts[term] = count + 1
      for (const [index, place] of places.entries()) {
        keep(index === places.length - 1 ? (place | lastBit) >>> 0 : place)
      }
    },
  }
}
