import { attributeOf, maxAttribute } from './occurrence.ts'
import { createOccurrencePool } from './occurrence-pool.ts'
import { appendEntry, createTermPostings, type TermPostings } from './term-postings.ts'

/**
 * Where each term occurs. Records get slots in ascending order, which keeps every list sorted. The entries of changed
 * records stay under the old slot until the index is rebuilt.
 */
export interface Postings {
  postingsOf(term: number): TermPostings
  /** The first attribute in which any record has the term. */
  lowestAttribute(term: number): number
  /** Whether a record may have the term in one of the attributes, 1 for each. */
  mayOccurIn(term: number, attributes: Uint8Array): boolean
  /** See `OccurrencePool.numbers`. */
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

const noPostings = createTermPostings()

const bitOf = (attribute: number): number => 1 << Math.min(attribute, 31)

export function createPostings(): Postings {
  const lists: TermPostings[] = []
  const lowest: number[] = []
  /** By term: one bit for each attribute; the last bit stands for all further ones. */
  const attributeSets: number[] = []
  const pool = createOccurrencePool()
  // By term, for the record being added: its first and last occurrence, valid where `owners` has the record.
  const owners: number[] = []
  const heads: number[] = []
  const tails: number[] = []
  // By occurrence of the record being added: the next one of the same term, or -1.
  const nexts: number[] = []
  const distinct: number[] = []
  let termOccurrences = new Uint32Array(64)

  /** Collects the term's occurrences in the record being added and returns their number. */
  function gather(term: number, { occurrences }: RecordOccurrences): number {
    let length = 0
    let smallest = lowest[term] ?? maxAttribute
    let attributeSet = attributeSets[term] ?? 0
    for (let at = heads[term] ?? -1; at >= 0; at = nexts[at] ?? -1) {
      if (length === termOccurrences.length) {
        const larger = new Uint32Array(length * 2)
        larger.set(termOccurrences)
        termOccurrences = larger
      }
      const occurrence = occurrences[at] ?? 0
      termOccurrences[length] = occurrence
      length += 1
      const attribute = attributeOf(occurrence)
      if (attribute < smallest) smallest = attribute
      attributeSet |= bitOf(attribute)
    }
    lowest[term] = smallest
    attributeSets[term] = attributeSet
    return length
  }

  return {
    postingsOf: (term) => lists[term] ?? noPostings,
    lowestAttribute: (term) => lowest[term] ?? maxAttribute,
    mayOccurIn(term, attributes) {
      const set = attributeSets[term] ?? 0
      return attributes.some((isIncluded, attribute) => isIncluded === 1 && (set & bitOf(attribute)) !== 0)
    },
    get occurrences() {
      return pool.numbers
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
      for (const term of distinct) {
        const length = gather(term, words)
        appendEntry((lists[term] ??= createTermPostings()), slot, pool.referenceTo(termOccurrences, length))
      }
    },
  }
}
