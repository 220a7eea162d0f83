import type { QueryWord } from './query.ts'
import { passed, type SlotFilter } from './slot-filter.ts'
import type { Store } from './store.ts'
import { qualityIn, wordListsOf, type WordList } from './word-lists.ts'
import { typosOfQuality } from './word-sources.ts'

/** The records that a query found, and how each has its words. Good until the next query: the tables are used again. */
export interface Matches {
  words: readonly QueryWord[]
  count: number
  /** By row, from 0 to `count`; the rows are in the order of their slots. */
  slots: Uint32Array
  /** By word and row: the code of its entry (0: the record has not got it), and which entry of the word's list it is. */
  codes: readonly Uint16Array[]
  entries: readonly Uint32Array[]
  /** By word. */
  lists: readonly WordList[]
}

/** How the rows of one query have one of its words. */
interface Table {
  codes: Uint16Array
  entries: Uint32Array
}

// One search at a time, and each needs tables as long as the index: they are kept.
let slots = new Uint32Array(0)
let isFound = new Uint8Array(0)
let tables: Table[] = []

function makeRoom(size: number, words: number): void {
  if (slots.length < size) {
    const length = Math.max(1024, Math.ceil(size * 1.25))
    slots = new Uint32Array(length)
    isFound = new Uint8Array(length)
    tables = []
  }
  const { length } = slots
  while (tables.length < words) {
    tables.push({
      codes: new Uint16Array(length),
      entries: new Uint32Array(length),
    })
  }
}

/** All records that pass, for a query without words. */
export function matchAll(store: Store, filter: SlotFilter): Matches {
  makeRoom(store.slots, 0)
  let count = 0
  const { live } = store
  const { said, judge } = filter
  for (let slot = 0; slot < store.slots; slot += 1) {
    if (live[slot] !== 1) continue
    if ((said[slot] || judge(slot)) !== passed) continue
    slots[count] = slot
    count += 1
  }
  return { words: [], count, slots, codes: [], entries: [], lists: [] }
}

export interface MatchOptions {
  filter: SlotFilter
  /** 1 for each attribute in which nothing is looked for. */
  outside?: Uint8Array | undefined
  /** How many typos more than the fewest a record may have; undefined: as many as it has. */
  typosAbove?: number | undefined
}

/** Records that have every word that is not optional, or any word where all are. */
export function matchWords(
  store: Store,
  words: readonly QueryWord[],
  { filter, outside, typosAbove }: MatchOptions,
): Matches {
  makeRoom(store.slots, words.length)
  const mine = wordListsOf(store, words, outside).flatMap((list, index) => {
    const table = tables[index]
    return table ? [{ list, table, isOptional: words[index]?.isOptional === true }] : []
  })
  // The rarest leads: every other word is looked for beside it.
  const required = mine
    .filter(({ isOptional }) => !isOptional)
    .toSorted((left, right) => left.list.count - right.list.count)
  const [lead, ...others] = required
  let count = lead ? collectAll(store, [lead, ...others], filter) : collectAny(store, mine, filter)
  for (const word of mine) {
    if (word.isOptional) lookUp(word, count)
  }
  if (typosAbove !== undefined) count = keepFewestTypos(count, mine, typosAbove)
  return {
    words,
    count,
    slots,
    codes: mine.map(({ table }) => table.codes),
    entries: mine.map(({ table }) => table.entries),
    lists: mine.map(({ list }) => list),
  }
}

interface WordTable {
  list: WordList
  table: Table
}

/** Rows of the records that pass and have all of the words; the first of them leads. */
function collectAll(
  { live }: Store,
  [lead, ...others]: readonly [WordTable, ...WordTable[]],
  { said, judge }: SlotFilter,
): number {
  const places = new Uint32Array(others.length)
  const { slots: from, count: end } = lead.list
  let count = 0
  // Entries that follow each other and are all taken are taken at once, where one word is all that is asked for.
  let first = 0
  for (let at = 0; at < end; at += 1) {
    const slot = from[at] ?? 0
    const isPassed = live[slot] === 1 && (said[slot] || judge(slot)) === passed
    if (others.length === 0) {
      if (isPassed) continue
      count = copy(lead, first, at, count)
      first = at + 1
    } else if (isPassed && standBeside(others, places, slot)) {
      slots[count] = slot
      write(lead, at, count)
      for (let other = 0; other < others.length; other += 1) {
        const word = others[other]
        if (word) write(word, places[other] ?? 0, count)
      }
      count += 1
    }
  }
  return others.length === 0 ? copy(lead, first, end, count) : count
}

/** Makes rows of the entries from one place to before another; answers how many rows there are then. */
function copy({ list, table }: WordTable, from: number, to: number, row: number): number {
  if (from === to) return row
  slots.set(list.slots.subarray(from, to), row)
  table.codes.set(list.codes.subarray(from, to), row)
  for (let entry = from; entry < to; entry += 1) table.entries[row + entry - from] = entry
  return row + to - from
}

/** Whether each of the lists has the slot; `places` says where each has been read to. */
function standBeside(words: readonly WordTable[], places: Uint32Array, slot: number): boolean {
  for (let word = 0; word < words.length; word += 1) {
    const list = words[word]?.list
    if (!list) continue
    const place = seek(list, places[word] ?? 0, slot)
    places[word] = place
    if (place === list.count || list.slots[place] !== slot) return false
  }
  return true
}

/** Rows of the records that pass and have any of the words; how they have them is still to be looked up. */
function collectAny({ live, slots: size }: Store, words: readonly WordTable[], filter: SlotFilter): number {
  const { said, judge } = filter
  isFound.fill(0, 0, size)
  for (const { list } of words) {
    for (let at = 0; at < list.count; at += 1) isFound[list.slots[at] ?? 0] = 1
  }
  let count = 0
  for (let slot = 0; slot < size; slot += 1) {
    if (isFound[slot] !== 1 || live[slot] !== 1 || (said[slot] || judge(slot)) !== passed) continue
    slots[count] = slot
    count += 1
  }
  return count
}

/** Fills a word's table for rows that are there with or without it. */
function lookUp(word: WordTable, count: number): void {
  const { list, table } = word
  let place = 0
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0
    place = seek(list, place, slot)
    if (place < list.count && list.slots[place] === slot) write(word, place, row)
    else table.codes[row] = 0
  }
}

function write({ list, table }: WordTable, place: number, row: number): void {
  table.codes[row] = list.codes[place] ?? 0
  table.entries[row] = place
}

/** The first place from `from` on whose slot is not below: by ever longer steps, then by halves. */
function seek({ slots: listed, count }: WordList, from: number, slot: number): number {
  let low = from
  let high = from
  for (let step = 1; high < count && (listed[high] ?? 0) < slot; step *= 2) {
    low = high + 1
    high += step
  }
  if (high > count) high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((listed[middle] ?? 0) < slot) low = middle + 1
    else high = middle
  }
  return low
}

/** Lets only the rows with the fewest typos stay, and those with so many more. */
function keepFewestTypos(count: number, words: readonly WordTable[], above: number): number {
  const typos = Array.from({ length: count }, (_, row) =>
    words.reduce((sum, { table }) => {
      const quality = qualityIn(table.codes[row] ?? 0)
      return quality > 0 ? sum + typosOfQuality(quality) : sum
    }, 0),
  )
  const fewest = typos.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  let kept = 0
  for (const [row, each] of typos.entries()) {
    if (each > fewest + above) continue
    slots[kept] = slots[row] ?? 0
    for (const { table } of words) {
      table.codes[kept] = table.codes[row] ?? 0
      table.entries[kept] = table.entries[row] ?? 0
    }
    kept += 1
  }
  return kept
}
