import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
import { setBit } from './bits.ts'
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
    .map((source) => createReader(store, source, 0, ignoredAttributes))
  const total = readers.reduce((sum, { size }) => sum + size, 0)
  return total * denseFraction < store.slots
    ? collectSparse(readers, turns)
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
    .map((source) => createReader(store, source, from))
  return collectSparse(readers, turns)
}

/** Reads the postings of a source. */
interface SourceReader {
  /** At least the number of postings to visit. */
  size: number
  hasTypos: boolean
  each(visit: (slot: number, code: number, reference: number) => void): void
}

function createReader(
  { postings }: Store,
  { entries, count, quality, excludedAttributes }: TermSource,
  from: number,
  ignoredAttributes?: Uint8Array,
): SourceReader {
  const excluded = mergeMasks(excludedAttributes, ignoredAttributes)
  const first = firstFrom(entries, count, from)
  return {
    size: count - first,
    hasTypos: typosOfQuality(quality) > 0,
    each(visit) {
      const { occurrences } = postings
      for (let at = first * entrySize; at < count * entrySize; at += entrySize) {
        const reference = entries[at + 1] ?? 0
        const firstOccurrence = occurrences[reference - 1] ?? 0
        if (
          excluded?.[attributeOf(firstOccurrence)] === 1 &&
          !matchesOtherAttribute(occurrences, reference, excluded)
        )
          continue
        visit(entries[at] ?? 0, codeOf(quality, firstOccurrence), reference)
      }
    },
  }
}

async function collectSparse(readers: readonly SourceReader[], turns: Turns): Promise<PostingList> {
  let lists: PostingList[] = []
  for (const { size, hasTypos, each } of readers) {
    if (size === 0) continue
    const list = allocateList(size, hasTypos)
    each((slot, code, reference) => {
      list.slots[list.count] = slot
      list.codes[list.count] = code
      list.references[list.count] = reference
      list.count += 1
    })
    lists.push(list)
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

async function collectDense(
  store: Store,
  readers: readonly SourceReader[],
  turns: Turns,
): Promise<PostingList> {
  const dense = allocateDense(store.slots)
  for (const { each } of readers) {
    each((slot) => setBit(dense.bits, slot))
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const count = countRanks(dense, 0)
  const capacity = Math.ceil(count * 1.02) + 16
  const codes = new Uint16Array(capacity)
  const references = new Uint32Array(capacity)
  for (const { each } of readers) {
    each((slot, code, reference) => {
      const entry = denseEntry(dense, slot)
      const known = codes[entry] ?? 0
      if (known !== 0 && !isBetter(code, known)) return
      codes[entry] = code
      references[entry] = reference
    })
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const hasTypos = readers.some((reader) => reader.hasTypos)
  return { count, codes, references, slots: new Uint32Array(0), dense, hasTypos }
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
