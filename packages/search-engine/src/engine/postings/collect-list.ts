import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
import type { Bits } from './bits.ts'
import { attributeOf } from './occurrence.ts'
import { entrySize } from './postings.ts'
import {
  allocateDense,
  allocateList,
  codeOf,
  countRanks,
  denseEntry,
  denseFraction,
  isBetter,
  mergeLists,
  type DenseSlots,
  type PostingList,
} from './posting-list.ts'
import { matchesOtherAttribute, typosOfQuality, type TermSource } from './term-sources.ts'

/** Merges the sources into one list; a record with several matches keeps the best. */
export async function collectList(
  store: Store,
  sources: readonly TermSource[],
  turns: Turns,
  ignoredAttributes?: Uint8Array,
): Promise<PostingList> {
  const readers = sources
    .toSorted((left, right) => left.quality - right.quality)
    .map((source) => createReader(source, 0, ignoredAttributes))
  const total = readers.reduce((sum, reader) => sum + sizeOf(reader), 0)
  return total * denseFraction < store.slots
    ? collectSparse(store, readers, turns)
    : collectDense(store, readers, turns)
}

/** The list of slots from `from` on, for the few that were added after another list was collected. */
export async function collectNewer(
  store: Store,
  sources: readonly TermSource[],
  turns: Turns,
  from: number,
): Promise<PostingList> {
  const readers = sources
    .toSorted((left, right) => left.quality - right.quality)
    .map((source) => createReader(source, from))
  return collectSparse(store, readers, turns)
}

/** The postings of a source to visit. */
interface SourceReader {
  entries: Uint32Array
  /** Into the entries. */
  from: number
  to: number
  quality: number
  excluded: Uint8Array | undefined
}

function createReader(
  { entries, count, quality, excludedAttributes }: TermSource,
  fromSlot: number,
  ignoredAttributes?: Uint8Array,
): SourceReader {
  const from = firstFrom(entries, count, fromSlot) * entrySize
  const excluded = mergeMasks(excludedAttributes, ignoredAttributes)
  return { entries, from, to: count * entrySize, quality, excluded }
}

const sizeOf = ({ from, to }: SourceReader): number => (to - from) / entrySize
const hasTypos = ({ quality }: SourceReader): boolean => typosOfQuality(quality) > 0

function isExcluded(occurrences: Uint32Array, reference: number, excluded: Uint8Array): boolean {
  return (
    excluded[attributeOf(occurrences[reference - 1] ?? 0)] === 1 &&
    !matchesOtherAttribute(occurrences, reference, excluded)
  )
}

async function collectSparse(
  { postings: { occurrences } }: Store,
  readers: readonly SourceReader[],
  turns: Turns,
): Promise<PostingList> {
  let lists: PostingList[] = []
  for (const reader of readers) {
    if (sizeOf(reader) > 0) lists.push(readSparse(occurrences, reader))
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  while (lists.length > 1) {
    const merged: PostingList[] = []
    for (let at = 0; at < lists.length; at += 2) {
      const [left, right] = [lists[at], lists[at + 1]]
      if (left) merged.push(right ? mergeLists(left, right) : left)
      if (turns.isTurnOver()) await turns.takeTurn()
    }
    lists = merged
  }
  return lists[0] ?? allocateList(0, false)
}

function readSparse(occurrences: Uint32Array, reader: SourceReader): PostingList {
  const { entries, from, to, quality, excluded } = reader
  const list = allocateList(sizeOf(reader), hasTypos(reader))
  let count = 0
  for (let at = from; at < to; at += entrySize) {
    const reference = entries[at + 1] ?? 0
    if (excluded && isExcluded(occurrences, reference, excluded)) continue
    list.slots[count] = entries[at] ?? 0
    list.codes[count] = codeOf(quality, occurrences[reference - 1] ?? 0)
    list.references[count] = reference
    count += 1
  }
  list.count = count
  return list
}

async function collectDense(
  { slots, postings: { occurrences } }: Store,
  readers: readonly SourceReader[],
  turns: Turns,
): Promise<PostingList> {
  const dense = allocateDense(slots)
  for (const reader of readers) {
    mark(dense.bits, occurrences, reader)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const count = countRanks(dense, 0)
  const capacity = Math.ceil(count * 1.02) + 16
  const list: PostingList = {
    count,
    codes: new Uint16Array(capacity),
    references: new Uint32Array(capacity),
    slots: new Uint32Array(0),
    dense,
    hasTypos: readers.some(hasTypos),
  }
  for (const reader of readers) {
    fill(list, dense, occurrences, reader)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return list
}

// The loops over postings are plain, because a common start of words has millions of them.

function mark(bits: Bits, occurrences: Uint32Array, { entries, from, to, excluded }: SourceReader): void {
  for (let at = from; at < to; at += entrySize) {
    if (excluded && isExcluded(occurrences, entries[at + 1] ?? 0, excluded)) continue
    const slot = entries[at] ?? 0
    bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
  }
}

function fill(
  { codes, references }: PostingList,
  dense: DenseSlots,
  occurrences: Uint32Array,
  { entries, from, to, quality, excluded }: SourceReader,
): void {
  for (let at = from; at < to; at += entrySize) {
    const reference = entries[at + 1] ?? 0
    if (excluded && isExcluded(occurrences, reference, excluded)) continue
    const entry = denseEntry(dense, entries[at] ?? 0)
    const code = codeOf(quality, occurrences[reference - 1] ?? 0)
    const known = codes[entry] ?? 0
    if (known !== 0 && !isBetter(code, known)) continue
    codes[entry] = code
    references[entry] = reference
  }
}

/** The index of the first entry whose slot is not smaller than `from`. */
function firstFrom(entries: Uint32Array, count: number, from: number): number {
  let low = 0
  let high = from === 0 ? 0 : count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle * entrySize] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

function mergeMasks(left: Uint8Array | undefined, right: Uint8Array | undefined): Uint8Array | undefined {
  if (!left || !right) return left ?? right
  return right.map((isExcluded, attribute) => isExcluded | (left[attribute] ?? 0))
}
