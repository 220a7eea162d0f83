/**
 * Where each term stands. A record gets a slot, and slots only ever grow, so that every list is in order by itself; what
 * a changed record said before stays behind under its old slot until the index is made anew.
 */
export interface Postings {
  /**
   * Threes of slot, first place and reference to all places, for {@link Postings.places}; only the first `countOf(term)`
   * of them are filled. The first place says whether the word is all of any text of the record.
   */
  entriesOf(term: number): Uint32Array
  countOf(term: number): number
  /** The first attribute in which any record has it. */
  lowestAttribute(term: number): number
  /** Where references lead: a place, and those after it up to the last; another array once more has been added. */
  readonly places: Uint32Array
  add(term: number, slot: number, places: readonly number[]): void
}

/** Numbers in one entry of a term's list. */
export const entrySize = 3

const noEntries = new Uint32Array(0)

// A place: the last of a list, the only word of its text, attribute (10 bits), position (20 bits).
export const lastPlace = 0x8000_0000
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
export const isLast = (place: number): boolean => (place & lastPlace) !== 0

function firstOf(places: readonly number[]): number {
  const first = places[0] ?? 0
  return places.some(isOnlyWord) ? (first | soloBit) >>> 0 : first
}

export function createPostings(): Postings {
  const lists: Uint32Array[] = []
  const counts: number[] = []
  const lowest: number[] = []
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
    entriesOf: (term) => lists[term] ?? noEntries,
    countOf: (term) => counts[term] ?? 0,
    lowestAttribute: (term) => lowest[term] ?? maxAttribute,
    get places() {
      return pool
    },
    add(term, slot, places) {
      const count = counts[term] ?? 0
      let list = lists[term] ?? noEntries
      if (count * entrySize === list.length) {
        const larger = new Uint32Array(Math.max(entrySize, list.length * 2))
        larger.set(list)
        list = larger
        lists[term] = list
      }
      const at = count * entrySize
      list[at] = slot
      list[at + 1] = firstOf(places)
      list[at + 2] = pooled
      counts[term] = count + 1
      for (const place of places) {
        lowest[term] = Math.min(lowest[term] ?? maxAttribute, attributeOf(place))
      }
      for (const [index, place] of places.entries()) {
        keep(index === places.length - 1 ? (place | lastPlace) >>> 0 : place)
      }
    },
  }
}
