import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
import { createMatchKinds, kindFor, type MatchKinds } from './match-kinds.ts'
import { attributeOf } from './occurrence.ts'
import {
  allocateDense,
  allocateKinds,
  allocateList,
  countRanks,
  denseDivisor,
  mergeLists,
  type KindNumbers,
  type PostingList,
} from './posting-list.ts'
import { firstFrom, narrowBits, narrowMask, type TermPostings } from './term-postings.ts'
import { matchesOtherAttribute, typosOfQuality, type TermSource } from './term-sources.ts'

/** Merges the records of the sources before a slot into one list; a record with several matches keeps the best. */
export async function collectList(
  store: Store,
  sources: readonly TermSource[],
  turns: Turns,
  { before, ignoredAttributes }: { before: number; ignoredAttributes?: Uint8Array },
): Promise<PostingList> {
  const kinds = createMatchKinds()
  const readers = readersOf(store, sources, { kinds, from: 0, before, ignoredAttributes })
  const total = readers.reduce((sum, reader) => sum + sizeOf(reader), 0)
  return total * scanFraction < before
    ? mergeAll(kinds, readers, turns)
    : collectBySlot(before, kinds, readers, turns)
}

/** The matches of slots from `from` to `before`, for the few that were added after another list was collected. */
export async function collectNewer(
  store: Store,
  sources: readonly TermSource[],
  turns: Turns,
  options: { kinds: MatchKinds; from: number; before: number },
): Promise<PostingList> {
  return mergeAll(options.kinds, readersOf(store, sources, options), turns)
}

/** With fewer entries than this fraction of the records, merging costs less than looking at every slot. */
const scanFraction = 256

/** The postings of a source to visit. */
interface SourceReader {
  postings: TermPostings
  /** Entries of the postings. */
  from: number
  to: number
  hasTypos: boolean
  /** By place of the postings: the kind of match, 0 where it does not count. */
  kindOf: Uint32Array
}

interface ReaderOptions {
  kinds: MatchKinds
  /** The first slot to read. */
  from: number
  /** The first slot not to read: later records may arrive while the sources are read. */
  before: number
  ignoredAttributes?: Uint8Array | undefined
}

function readersOf(
  { postings: { occurrences } }: Store,
  sources: readonly TermSource[],
  { kinds, from, before, ignoredAttributes }: ReaderOptions,
): SourceReader[] {
  const sorted = sources.toSorted((left, right) => left.quality - right.quality)
  return sorted.flatMap(({ postings, quality, excludedAttributes }) => {
    const [first, to] = [firstFrom(postings, from), firstFrom(postings, before)]
    if (first === to) return []
    const excluded = mergeMasks(excludedAttributes, ignoredAttributes)
    const kindOf = Uint32Array.from(postings.references, (reference) =>
      excluded && isExcluded(occurrences, reference, excluded)
        ? 0
        : kindFor(kinds, { quality, reference, occurrences }),
    )
    return [{ postings, from: first, to, hasTypos: typosOfQuality(quality) > 0, kindOf }]
  })
}

const sizeOf = ({ from, to }: SourceReader): number => to - from

function isExcluded(occurrences: Uint32Array, reference: number, excluded: Uint8Array): boolean {
  return (
    excluded[attributeOf(occurrences[reference - 1] ?? 0)] === 1 &&
    !matchesOtherAttribute(occurrences, reference, excluded)
  )
}

async function mergeAll(
  kinds: MatchKinds,
  readers: readonly SourceReader[],
  turns: Turns,
): Promise<PostingList> {
  let lists: PostingList[] = []
  for (const reader of readers) {
    lists.push(readSparse(kinds, reader))
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
  return lists[0] ?? allocateList(kinds, 0)
}

function readSparse(kinds: MatchKinds, reader: SourceReader): PostingList {
  const { postings, from, to, hasTypos, kindOf } = reader
  const list = allocateList(kinds, sizeOf(reader))
  list.hasTypos = hasTypos
  const { entries, isWide } = postings
  let count = 0
  for (let at = from; at < to; at += 1) {
    const entry = isWide ? (entries[at * 2] ?? 0) : (entries[at] ?? 0)
    const kind = kindOf[isWide ? (entries[at * 2 + 1] ?? 0) : entry >>> narrowBits] ?? 0
    if (kind === 0) continue
    list.slots[count] = isWide ? entry : entry & narrowMask
    list.matches[count] = kind
    count += 1
  }
  list.count = count
  return list
}

/** Writes the best match of each slot into an array of all slots, then packs it. */
async function collectBySlot(
  slots: number,
  kinds: MatchKinds,
  readers: readonly SourceReader[],
  turns: Turns,
): Promise<PostingList> {
  // Slots are read in groups of 32.
  const best = allocateKinds(kinds, Math.ceil(slots / 32) * 32)
  const { penalties } = kinds
  for (const reader of readers) {
    if (reader.postings.isWide) fillWide(best, penalties, reader)
    else fillNarrow(best, penalties, reader)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const list = packDense(slots, kinds, best)
  list.hasTypos = readers.some(({ hasTypos }) => hasTypos)
  return list.count * denseDivisor < slots ? sparseOf(list, best) : list
}

// The loops over postings are plain, because a common start of words has millions of them.

function fillNarrow(
  best: KindNumbers,
  penalties: Uint16Array,
  { postings: { entries }, from, to, kindOf }: SourceReader,
): void {
  for (let at = from; at < to; at += 1) {
    const entry = entries[at] ?? 0
    const kind = kindOf[entry >>> narrowBits] ?? 0
    if (kind === 0) continue
    const slot = entry & narrowMask
    const known = best[slot] ?? 0
    if (known === 0 || (penalties[kind] ?? 0) < (penalties[known] ?? 0)) best[slot] = kind
  }
}

function fillWide(
  best: KindNumbers,
  penalties: Uint16Array,
  { postings: { entries }, from, to, kindOf }: SourceReader,
): void {
  for (let at = from; at < to; at += 1) {
    const kind = kindOf[entries[at * 2 + 1] ?? 0] ?? 0
    if (kind === 0) continue
    const slot = entries[at * 2] ?? 0
    const known = best[slot] ?? 0
    if (known === 0 || (penalties[kind] ?? 0) < (penalties[known] ?? 0)) best[slot] = kind
  }
}

function packDense(slots: number, kinds: MatchKinds, best: KindNumbers): PostingList {
  const dense = allocateDense(slots)
  const { bits } = dense
  for (let from = 0; from < best.length; from += 32) {
    let word = 0
    for (let bit = 0; bit < 32; bit += 1) if (best[from + bit] !== 0) word |= 1 << bit
    bits[from >>> 5] = word
  }
  const count = countRanks(dense, 0)
  const matches = allocateKinds(kinds, Math.ceil(count * 1.02) + 16)
  let entry = 0
  for (let slot = 0; slot < best.length; slot += 1) {
    const kind = best[slot] ?? 0
    if (kind === 0) continue
    matches[entry] = kind
    entry += 1
  }
  return { count, matches, kinds, slots: new Uint32Array(0), dense, hasTypos: false }
}

function sparseOf({ count, kinds, hasTypos }: PostingList, best: KindNumbers): PostingList {
  const list = allocateList(kinds, count)
  let entry = 0
  for (let slot = 0; slot < best.length; slot += 1) {
    const kind = best[slot] ?? 0
    if (kind === 0) continue
    list.slots[entry] = slot
    list.matches[entry] = kind
    entry += 1
  }
  return { ...list, count, hasTypos }
}

function mergeMasks(left: Uint8Array | undefined, right: Uint8Array | undefined): Uint8Array | undefined {
  if (!left || !right) return left ?? right
  return right.map((isExcluded, attribute) => isExcluded | (left[attribute] ?? 0))
}
