/**
 * Where each term occurs. Records get ever-growing slots, which keeps every list sorted. The entries of changed
 * records stay under the old slot until the index is rebuilt.
 */
export interface Postings {
  /**
   * Triples of slot, first occurrence and reference into {@link Postings.occurrences}; only the first `countOf(term)`
   * triples are filled. The first occurrence carries the only-word flag if any occurrence has it.
   */
  entriesOf(term: number): Uint32Array
  countOf(term: number): number
  /** The first attribute in which any record has the term. */
  lowestAttribute(term: number): number
  /** References point here: an occurrence and those after it up to the last one. Adding may replace the array. */
  readonly occurrences: Uint32Array
  add(term: number, slot: number, occurrences: readonly number[]): void
}

/** Numbers per entry of a term's list. */
export const entrySize = 3

const noEntries = new Uint32Array(0)

// An occurrence: last-of-list bit, only-word-of-its-text bit, attribute (10 bits), position (20 bits).
export const lastOccurrenceBit = 0x8000_0000
const onlyWordBit = 0x4000_0000
const positionBits = 20
const maxPosition = 2 ** positionBits - 1
/** Attributes above this number are treated as this one. */
export const maxAttribute = 1023

export interface Occurrence {
  attribute: number
  position: number
  isOnlyWord: boolean
}

export function packOccurrence({ attribute, position, isOnlyWord }: Occurrence): number {
  const packed = (Math.min(attribute, maxAttribute) << positionBits) | Math.min(position, maxPosition)
  return (isOnlyWord ? packed | onlyWordBit : packed) >>> 0
}

export const attributeOf = (occurrence: number): number => (occurrence >>> positionBits) & maxAttribute
export const positionOf = (occurrence: number): number => occurrence & maxPosition
export const isOnlyWord = (occurrence: number): boolean => (occurrence & onlyWordBit) !== 0
export const isLast = (occurrence: number): boolean => (occurrence & lastOccurrenceBit) !== 0

function firstOf(occurrences: readonly number[]): number {
  const first = occurrences[0] ?? 0
  return occurrences.some(isOnlyWord) ? (first | onlyWordBit) >>> 0 : first
}

export function createPostings(): Postings {
  const lists: Uint32Array[] = []
  const counts: number[] = []
  const lowest: number[] = []
  let pool = new Uint32Array(4096)
  let pooled = 0

  function append(occurrence: number): void {
    if (pooled === pool.length) {
      const larger = new Uint32Array(pool.length * 2)
      larger.set(pool)
      pool = larger
    }
    pool[pooled] = occurrence
    pooled += 1
  }

  return {
    entriesOf: (term) => lists[term] ?? noEntries,
    countOf: (term) => counts[term] ?? 0,
    lowestAttribute: (term) => lowest[term] ?? maxAttribute,
    get occurrences() {
      return pool
    },
    add(term, slot, occurrences) {
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
      list[at + 1] = firstOf(occurrences)
      list[at + 2] = pooled
      counts[term] = count + 1
      for (const occurrence of occurrences) {
        lowest[term] = Math.min(lowest[term] ?? maxAttribute, attributeOf(occurrence))
      }
      for (const [index, occurrence] of occurrences.entries()) {
        append(index === occurrences.length - 1 ? (occurrence | lastOccurrenceBit) >>> 0 : occurrence)
      }
    },
  }
}
