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
  /** Each record once, in the order of slots. */
  addRecord(slot: number, words: RecordOccurrences): void
}

/** The words of one record in order: each term with its packed occurrence. Only the first `count` are filled. */
export interface RecordOccurrences {
  count: number
  terms: readonly number[]
  occurrences: readonly number[]
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

/** Long lists grow by a fifth: doubling would leave a quarter of the memory unused. */
const longList = 1024

function grownLength(length: number): number {
  if (length < longList) return Math.max(entrySize, length * 2)
  return Math.ceil((length * 1.2) / entrySize) * entrySize
}

export function createPostings(): Postings {
  const lists: Uint32Array[] = []
  const counts: number[] = []
  const lowest: number[] = []
  let pool = new Uint32Array(4096)
  let pooled = 0
  // By term, for the record being added: its first and last occurrence, valid where `owners` has the record.
  const owners: number[] = []
  const heads: number[] = []
  const tails: number[] = []
  // By occurrence of the record being added: the next one of the same term, or -1.
  const nexts: number[] = []
  const distinct: number[] = []

  function append(occurrence: number): void {
    if (pooled === pool.length) {
      const larger = new Uint32Array(Math.ceil(pool.length * (pool.length < 1_000_000 ? 2 : 1.2)))
      larger.set(pool)
      pool = larger
    }
    pool[pooled] = occurrence
    pooled += 1
  }

  function addEntry(term: number, slot: number, { occurrences }: RecordOccurrences): void {
    const count = counts[term] ?? 0
    let list = lists[term] ?? noEntries
    if (count * entrySize === list.length) {
      const larger = new Uint32Array(grownLength(list.length))
      larger.set(list)
      list = larger
      lists[term] = list
    }
    const reference = pooled
    let smallest = lowest[term] ?? maxAttribute
    let flag = 0
    for (let at = heads[term] ?? -1; at >= 0; at = nexts[at] ?? -1) {
      const occurrence = occurrences[at] ?? 0
      smallest = Math.min(smallest, attributeOf(occurrence))
      flag |= occurrence & onlyWordBit
      append(nexts[at] === -1 ? (occurrence | lastOccurrenceBit) >>> 0 : occurrence)
    }
    const start = count * entrySize
    list[start] = slot
    list[start + 1] = ((occurrences[heads[term] ?? 0] ?? 0) | flag) >>> 0
    list[start + 2] = reference
    counts[term] = count + 1
    lowest[term] = smallest
  }

  return {
    entriesOf: (term) => lists[term] ?? noEntries,
    countOf: (term) => counts[term] ?? 0,
    lowestAttribute: (term) => lowest[term] ?? maxAttribute,
    get occurrences() {
      return pool
    },
    addRecord(slot, words) {
      distinct.length = 0
      for (let at = 0; at < words.count; at += 1) {
        const term = words.terms[at] ?? 0
        nexts[at] = -1
        if (owners[term] === slot) nexts[tails[term] ?? 0] = at
        else {
          owners[term] = slot
          heads[term] = at
          distinct.push(term)
        }
        tails[term] = at
      }
      for (const term of distinct) addEntry(term, slot, words)
    },
  }
}
