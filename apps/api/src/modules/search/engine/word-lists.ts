import { attributeOf, entrySize, isOnlyWord } from './postings.ts'
import type { QueryWord } from './query.ts'
import type { Store } from './store.ts'
import { joinedSources, sourcesOf, standsElsewhere, type WordSource } from './word-sources.ts'

/** The records that have a word, each once and in its best reading, in the order of their slots. */
export interface WordList {
  count: number
  /** Only the first `count` of each are filled. */
  slots: Uint32Array
  /** What counts of the entry in most cases; see {@link codeOf}. */
  codes: Uint16Array
  firstPlaces: Uint32Array
  references: Uint32Array
}

/** In one number the attribute in which a word stands first, how well it is met, and whether it is all of a text; never 0. */
const codeOf = (quality: number, firstPlace: number): number =>
  (attributeOf(firstPlace) << codeBits) | (quality << 1) | (isOnlyWord(firstPlace) ? 1 : 0)
/** Of a code all but the attribute, which stands above. */
export const codeBits = 4
export const qualityIn = (code: number): number => (code >> 1) & 7
export const isOnlyIn = (code: number): boolean => (code & 1) === 1

interface Kept {
  list: WordList
  /** How many slots, and how many words, the index had: what came later is not in the list. */
  slots: number
  words: number
}

/** What the lists of one index may have together: 14 bytes for each entry. */
const maxEntries = 4_000_000

const booksOf = new WeakMap<Store, { lists: Map<string, Kept>; entries: number }>()

/**
 * For each word of a query its list. While people type, the same words come again with every letter of the next one, so
 * the lists are kept, those that were asked for last; as slots only grow, a change of a record only adds to their ends.
 */
export function wordListsOf(store: Store, words: readonly QueryWord[], outside?: Uint8Array): WordList[] {
  const joins = words.slice(1).map((word, index) => joinedSources(store, words[index] ?? word, word))
  return words.map((word, index) => {
    const joined = [...(joins[index]?.left ?? []), ...(joins[index - 1]?.right ?? [])]
    if (outside) return gather(store, [...sourcesOf(store, word), ...joined], { outside })
    const list = keptList(store, word)
    return joined.length === 0 ? list : eitherList(list, gather(store, joined, {}))
  })
}

function keptList(store: Store, word: QueryWord): WordList {
  let book = booksOf.get(store)
  if (!book) {
    book = { lists: new Map(), entries: 0 }
    booksOf.set(store, book)
  }
  const { lists } = book
  const key = `${word.text} ${word.isPrefix ? 'p' : 'w'}${word.maxTypos}`
  const before = lists.get(key)
  const { slots } = store
  const words = store.vocabulary.size
  let list = before?.list
  // A new word may be a new reading.
  if (!list || before?.words !== words) list = gather(store, sourcesOf(store, word), {})
  else if (before.slots < slots) {
    list = lengthened(list, gather(store, sourcesOf(store, word), { from: before.slots }))
  }
  lists.delete(key)
  lists.set(key, { list, slots, words })
  book.entries += list.count - (before?.list.count ?? 0)
  for (const [oldest, { list: old }] of lists) {
    if (book.entries <= maxEntries || lists.size === 1) break
    lists.delete(oldest)
    book.entries -= old.count
  }
  return list
}

// One list is made at a time, and each needs tables as long as the index: they are kept.
let seen = new Uint32Array(0)
let slotsFound = new Uint32Array(0)
let codeAt = new Uint16Array(0)
let firstPlaceOf = new Uint32Array(0)
let referenceOf = new Uint32Array(0)
let mark = 0

function makeRoom(size: number): void {
  if (seen.length < size) {
    const length = Math.max(1024, Math.ceil(size * 1.25))
    seen = new Uint32Array(length)
    slotsFound = new Uint32Array(length)
    codeAt = new Uint16Array(length)
    firstPlaceOf = new Uint32Array(length)
    referenceOf = new Uint32Array(length)
    mark = 0
  }
  if (mark === 0xffff_ffff) {
    seen.fill(0)
    mark = 0
  }
  mark += 1
}

interface Gathering {
  /** The first slot that is of interest. */
  from?: number
  outside?: Uint8Array | undefined
}

/** One list of many: of several readings that a record has, the best counts. */
function gather(store: Store, sources: readonly WordSource[], { from = 0, outside }: Gathering): WordList {
  makeRoom(store.slots)
  const { places } = store.postings
  let found = 0
  for (const source of sources.toSorted((left, right) => left.quality - right.quality)) {
    const { entries, count, quality } = source
    const avoided = outside ? eitherOf(source.avoided, outside) : source.avoided
    const end = count * entrySize
    for (let at = firstFrom(entries, count, from) * entrySize; at < end; at += entrySize) {
      const slot = entries[at] ?? 0
      if (seen[slot] === mark) continue
      if (avoided && isAvoided(places, entries, at, avoided)) continue
      seen[slot] = mark
      const firstPlace = entries[at + 1] ?? 0
      codeAt[slot] = codeOf(quality, firstPlace)
      firstPlaceOf[slot] = firstPlace
      referenceOf[slot] = entries[at + 2] ?? 0
      slotsFound[found] = slot
      found += 1
    }
  }
  return inOrder(store.slots, found, sources.length > 1)
}

/** A list that is so much of the index is put in order by looking through all of it. */
const largePart = 16

function inOrder(size: number, count: number, isMixed: boolean): WordList {
  const list = roomFor(count)
  const { slots, codes, firstPlaces, references } = list
  if (isMixed && count * largePart > size) {
    for (let slot = 0, at = 0; at < count; slot += 1) {
      if (seen[slot] !== mark) continue
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
    firstPlaces[at] = firstPlaceOf[slot] ?? 0
    references[at] = referenceOf[slot] ?? 0
  }
  return list
}

function roomFor(count: number, room = count): WordList {
  return {
    count,
    slots: new Uint32Array(room),
    codes: new Uint16Array(room),
    firstPlaces: new Uint32Array(room),
    references: new Uint32Array(room),
  }
}

/** A list with more at its end; there is room left for what comes next. */
function lengthened(list: WordList, more: WordList): WordList {
  const { count } = list
  if (more.count === 0) return list
  const total = count + more.count
  const isRoomy = total <= list.slots.length
  const longer = isRoomy ? { ...list, count: total } : roomFor(total, Math.ceil(total * 1.1) + 16)
  for (const column of ['slots', 'codes', 'firstPlaces', 'references'] as const) {
    if (!isRoomy) longer[column].set(list[column].subarray(0, count))
    longer[column].set(more[column], count)
  }
  return longer
}

/** Both lists in one; a record that is in both has the better reading. */
function eitherList(left: WordList, right: WordList): WordList {
  const list = roomFor(0, left.count + right.count)
  let [i, j] = [0, 0]
  while (i < left.count || j < right.count) {
    const slotOfLeft = i < left.count ? (left.slots[i] ?? 0) : Number.POSITIVE_INFINITY
    const slotOfRight = j < right.count ? (right.slots[j] ?? 0) : Number.POSITIVE_INFINITY
    const isBoth = slotOfLeft === slotOfRight
    const isLeft = isBoth
      ? qualityIn(left.codes[i] ?? 0) <= qualityIn(right.codes[j] ?? 0)
      : slotOfLeft < slotOfRight
    const [from, at] = isLeft ? [left, i] : [right, j]
    list.slots[list.count] = from.slots[at] ?? 0
    list.codes[list.count] = from.codes[at] ?? 0
    list.firstPlaces[list.count] = from.firstPlaces[at] ?? 0
    list.references[list.count] = from.references[at] ?? 0
    list.count += 1
    if (isBoth || isLeft) i += 1
    if (isBoth || !isLeft) j += 1
  }
  return list
}

/** The first of the entries whose slot is not below `from`. */
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

function isAvoided(places: Uint32Array, entries: Uint32Array, at: number, avoided: Uint8Array): boolean {
  return (
    avoided[attributeOf(entries[at + 1] ?? 0)] === 1 &&
    !standsElsewhere(places, entries[at + 2] ?? 0, avoided)
  )
}

function eitherOf(left: Uint8Array | undefined, right: Uint8Array): Uint8Array {
  return left ? right.map((avoided, attribute) => avoided | (left[attribute] ?? 0)) : right
}
