import type { Matches } from '../matching/match-terms.ts'
import { readKinds } from '../matching/collect-rows.ts'
import { memoizeByObject } from '../memoize.ts'
import { countOnes, type Bits } from '../postings/bits.ts'
import { attributeOf, positionOf } from '../postings/occurrence.ts'
import { kindReader, type PostingList } from '../postings/posting-list.ts'
import { distance, maxDistance } from '../postings/term-sources.ts'

/** How the current record matches each word of a query. */
export interface MatchReader {
  /** By word: the kind of match in the word's list; 0 without one. */
  kinds: Uint32Array
  /** Makes a slot the current one. Ascending slots are found fastest. */
  read(slot: number): void
  /** Makes rows from `from` to before `to` of the matches readable; returns their kinds by word. */
  readRows(from: number, to: number): readonly Uint32Array[]
  /** Makes one of the rows that were made readable the current one. */
  useRow(row: number): void
  /** The sum of the distances between the words that the record has, in the order of the query. */
  proximity(minProximity: number): number
}

export function createMatchReader(matches: Matches, occurrences: Uint32Array): MatchReader {
  const { lists } = matches
  const kinds = new Uint32Array(lists.length)
  let rows: readonly Uint32Array[] = []
  const readers = lists.map(readerOf)
  const kindsOf = lists.map((list) => list.kinds)
  const gapOf = gapReaderOf(occurrences)
  return {
    kinds,
    read(slot) {
      for (let word = 0; word < readers.length; word += 1) kinds[word] = readers[word]?.(slot) ?? 0
    },
    readRows(from, to) {
      rows = matches.kinds?.map((each) => each.subarray(from, to)) ?? readLists(matches, from, to)
      return rows
    },
    useRow(row) {
      for (let word = 0; word < rows.length; word += 1) kinds[word] = rows[word]?.[row] ?? 0
    },
    proximity(minProximity) {
      let sum = 0
      let before = 0
      for (let word = 0; word < kinds.length; word += 1) {
        const kind = kinds[word] ?? 0
        if (kind === 0) continue
        const here = kindsOf[word]?.references[kind] ?? 0
        if (before !== 0) sum += Math.max(Math.min(gapOf(before, here), maxDistance), minProximity)
        before = here
      }
      return sum
    },
  }
}

function readLists({ lists, slots }: Matches, from: number, to: number): Uint32Array[] {
  const rows = slots.subarray(from, to)
  return lists.map((list) => {
    const kinds = new Uint32Array(rows.length)
    readKinds(list, rows, rows.length, kinds)
    return kinds
  })
}

/** The reader of a dense list without further calls: it runs for each match of each word. */
function readerOf(list: PostingList): (slot: number) => number {
  if (!list.dense) return kindReader(list)
  const { matches } = list
  const { bits, ranks }: { bits: Bits; ranks: Uint32Array } = list.dense
  return (slot) => {
    const word = bits[slot >>> 5] ?? 0
    const bit = 1 << (slot & 31)
    if ((word & bit) === 0) return 0
    return matches[(ranks[slot >>> 5] ?? 0) + countOnes(word & (bit - 1))] ?? 0
  }
}

/** Distances that are remembered: many records have the words at the same places. */
const rememberedGaps = 16_384

/** Shared by all searches, because the occurrences of a reference never change. */
const gapReaderOf = memoizeByObject(createGapReader)

/** The distance of the occurrences that two references stand for. */
function createGapReader(occurrences: Uint32Array): (left: number, right: number) => number {
  const lefts = new Uint32Array(rememberedGaps)
  const rights = new Uint32Array(rememberedGaps)
  const gaps = new Uint8Array(rememberedGaps)
  return (left, right) => {
    const place = (Math.imul(left, 0x9e37_79b1) >>> 7) ^ right
    const at = place & (rememberedGaps - 1)
    if (lefts[at] !== left || rights[at] !== right) {
      lefts[at] = left
      rights[at] = right
      gaps[at] = distance(occurrences, left, right)
    }
    return gaps[at] ?? 0
  }
}

/** By kind of match: the position of the word in its text, 0 in attributes where positions do not count. */
export function positionsOf(
  { kinds }: PostingList,
  occurrences: Uint32Array,
  { unordered, most }: { unordered: Uint8Array; most: number },
): Uint8Array {
  return Uint8Array.from(kinds.references.subarray(0, kinds.count), (reference, kind) => {
    if (kind === 0) return most
    const occurrence = occurrences[reference] ?? 0
    return unordered[attributeOf(occurrence)] === 1 ? 0 : Math.min(positionOf(occurrence), most)
  })
}
