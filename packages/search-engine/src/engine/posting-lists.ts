import { allocateList, appendList, codeOf, mergeLists, type PostingList } from './posting-list.ts'
import { attributeOf, entrySize } from './postings.ts'
import type { QueryTerm } from './query.ts'
import type { Store } from './store.ts'
import { joinedWordSources, termSourcesFor, matchesOtherAttribute, type TermSource } from './term-sources.ts'

interface CachedList {
  list: PostingList
  /** The index's slots and words when the list was built; later ones are missing from it. */
  slots: number
  words: number
}

/**
 * Limit for all cached lists of one index together, at 14 bytes per posting. In a large index, the lists of eight common
 * words must fit, or each keystroke would collect them again.
 */
const maxEntries = (slots: number): number => Math.max(4_000_000, slots * 8)

const listCaches = new WeakMap<Store, { lists: Map<string, CachedList>; entries: number }>()

/**
 * The posting list of each term. Each keystroke repeats the earlier words of a query, so lists are cached, least
 * recently used first out. Slots only grow, so changed records only append to a list.
 */
export function postingListsFor(
  store: Store,
  words: readonly QueryTerm[],
  ignoredAttributes?: Uint8Array,
): PostingList[] {
  const joins = words.slice(1).map((word, index) => joinedWordSources(store, words[index] ?? word, word))
  return words.map((word, index) => {
    const joined = [...(joins[index]?.left ?? []), ...(joins[index - 1]?.right ?? [])]
    if (ignoredAttributes)
      return collectList(store, [...termSourcesFor(store, word), ...joined], { ignoredAttributes })
    const list = cachedList(store, word)
    return joined.length === 0 ? list : mergeLists(list, collectList(store, joined, {}))
  })
}

function cachedList(store: Store, word: QueryTerm): PostingList {
  let cache = listCaches.get(store)
  if (!cache) {
    cache = { lists: new Map(), entries: 0 }
    listCaches.set(store, cache)
  }
  const { lists } = cache
  const key = `${word.text} ${word.isPrefix ? 'p' : 'w'}${word.maxTypos}`
  const cached = lists.get(key)
  const { slots } = store
  const words = store.vocabulary.size
  let list = cached?.list
  // A new word may be a new typo candidate.
  if (!list || cached?.words !== words) list = collectList(store, termSourcesFor(store, word), {})
  else if (cached.slots < slots) {
    list = appendList(list, collectList(store, termSourcesFor(store, word), { from: cached.slots }))
  }
  lists.delete(key)
  lists.set(key, { list, slots, words })
  cache.entries += list.count - (cached?.list.count ?? 0)
  for (const [oldest, { list: old }] of lists) {
    if (cache.entries <= maxEntries(slots) || lists.size === 1) break
    lists.delete(oldest)
    cache.entries -= old.count
  }
  return list
}

// Lists are built one at a time and need arrays as long as the index, so the arrays are reused.
let seen = new Uint32Array(0)
let slotsFound = new Uint32Array(0)
let codeAt = new Uint16Array(0)
let firstOccurrenceOf = new Uint32Array(0)
let referenceOf = new Uint32Array(0)
let generation = 0

function ensureCapacity(size: number): void {
  if (seen.length < size) {
    const length = Math.max(1024, Math.ceil(size * 1.25))
    seen = new Uint32Array(length)
    slotsFound = new Uint32Array(length)
    codeAt = new Uint16Array(length)
    firstOccurrenceOf = new Uint32Array(length)
    referenceOf = new Uint32Array(length)
    generation = 0
  }
  if (generation === 0xffff_ffff) {
    seen.fill(0)
    generation = 0
  }
  generation += 1
}

interface ListOptions {
  /** Skips smaller slots. */
  from?: number
  ignoredAttributes?: Uint8Array | undefined
}

/** Merges the sources into one list; a record with several matches keeps the best. */
function collectList(
  store: Store,
  sources: readonly TermSource[],
  { from = 0, ignoredAttributes }: ListOptions,
): PostingList {
  ensureCapacity(store.slots)
  const { occurrences } = store.postings
  let found = 0
  for (const source of sources.toSorted((left, right) => left.quality - right.quality)) {
    const { entries, count, quality } = source
    const excludedAttributes = ignoredAttributes
      ? mergeMasks(source.excludedAttributes, ignoredAttributes)
      : source.excludedAttributes
    const end = count * entrySize
    for (let at = firstFrom(entries, count, from) * entrySize; at < end; at += entrySize) {
      const slot = entries[at] ?? 0
      if (seen[slot] === generation) continue
      if (excludedAttributes && isExcluded(occurrences, entries, at, excludedAttributes)) continue
      seen[slot] = generation
      const firstOccurrence = entries[at + 1] ?? 0
      codeAt[slot] = codeOf(quality, firstOccurrence)
      firstOccurrenceOf[slot] = firstOccurrence
      referenceOf[slot] = entries[at + 2] ?? 0
      slotsFound[found] = slot
      found += 1
    }
  }
  return toSortedList(store.slots, found, sources.length > 1)
}

/** A list with more than this fraction of the index is sorted by scanning all slots. */
const denseFraction = 16

function toSortedList(size: number, count: number, isMixed: boolean): PostingList {
  const list = allocateList(count)
  const { slots, codes, firstOccurrences, references } = list
  if (isMixed && count * denseFraction > size) {
    for (let slot = 0, at = 0; at < count; slot += 1) {
      if (seen[slot] !== generation) continue
      slots[at] = slot
      at += 1
    }
  } else {
    slots.set(slotsFound.subarray(0, count))
    if (isMixed) slots.sort()
  }
  for (let at = 0; at < count; at += 1) {
    const slot = slots[at] ?? 0
    codes[at] = codeAt[slot] ?? 0
    firstOccurrences[at] = firstOccurrenceOf[slot] ?? 0
    references[at] = referenceOf[slot] ?? 0
  }
  return list
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

function isExcluded(
  occurrences: Uint32Array,
  entries: Uint32Array,
  at: number,
  excludedAttributes: Uint8Array,
): boolean {
  return (
    excludedAttributes[attributeOf(entries[at + 1] ?? 0)] === 1 &&
    !matchesOtherAttribute(occurrences, entries[at + 2] ?? 0, excludedAttributes)
  )
}

function mergeMasks(left: Uint8Array | undefined, right: Uint8Array): Uint8Array {
  return left
    ? right.map((excludedAttributes, attribute) => excludedAttributes | (left[attribute] ?? 0))
    : right
}
