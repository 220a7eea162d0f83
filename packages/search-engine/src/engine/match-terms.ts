import type { QueryTerm } from './query.ts'
import { passed, type SlotFilter } from './slot-filter.ts'
import type { Store } from './store.ts'
import { qualityIn, type PostingList } from './posting-list.ts'
import { postingListsFor } from './posting-lists.ts'
import { typosOfQuality } from './term-sources.ts'

/** The matches of a query. Valid until the next query, which reuses the arrays. */
export interface Matches {
  words: readonly QueryTerm[]
  count: number
  /** Indexed by row, from 0 to `count`; rows are in slot order. */
  slots: Uint32Array
  /**
   * Indexed by term and row: the code of the posting (0 when the record lacks the term) and its position in the
   * term's list.
   */
  codes: readonly Uint16Array[]
  entries: readonly Uint32Array[]
  /** Indexed by term. */
  lists: readonly PostingList[]
}

/** How each row matches one of the query's terms. */
interface Table {
  codes: Uint16Array
  entries: Uint32Array
}

// Searches run one at a time and need arrays as long as the index, so the arrays are reused.
let slots = new Uint32Array(0)
let isFound = new Uint8Array(0)
let tables: Table[] = []

function ensureCapacity(size: number, words: number): void {
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

/** Every record that passes the filter, for a query without words. */
export function matchAll(store: Store, filter: SlotFilter): Matches {
  ensureCapacity(store.slots, 0)
  let count = 0
  const { live } = store
  const { decisions, decide } = filter
  for (let slot = 0; slot < store.slots; slot += 1) {
    if (live[slot] !== 1) continue
    if ((decisions[slot] || decide(slot)) !== passed) continue
    slots[count] = slot
    count += 1
  }
  return { words: [], count, slots, codes: [], entries: [], lists: [] }
}

export interface MatchOptions {
  filter: SlotFilter
  /** 1 for each attribute that is not searched. */
  ignoredAttributes?: Uint8Array | undefined
  /** Typos allowed above the fewest of any match; undefined means no limit. */
  extraTypos?: number | undefined
}

/** Records with every required term, or with any term when all are optional. */
export function matchTerms(
  store: Store,
  words: readonly QueryTerm[],
  { filter, ignoredAttributes, extraTypos }: MatchOptions,
): Matches {
  ensureCapacity(store.slots, words.length)
  const termTables = postingListsFor(store, words, ignoredAttributes).flatMap((list, index) => {
    const table = tables[index]
    return table ? [{ list, table, isOptional: words[index]?.isOptional === true }] : []
  })
  // The rarest term leads; the others are looked up for each of its postings.
  const required = termTables
    .filter(({ isOptional }) => !isOptional)
    .toSorted((left, right) => left.list.count - right.list.count)
  const [rarest, ...others] = required
  let count = rarest ? collectAll(store, [rarest, ...others], filter) : collectAny(store, termTables, filter)
  for (const word of termTables) {
    if (word.isOptional) fillOptional(word, count)
  }
  if (extraTypos !== undefined) count = selectFewestTypos(count, termTables, extraTypos)
  return {
    words,
    count,
    slots,
    codes: termTables.map(({ table }) => table.codes),
    entries: termTables.map(({ table }) => table.entries),
    lists: termTables.map(({ list }) => list),
  }
}

interface TermTable {
  list: PostingList
  table: Table
}

/** Collects the records that pass the filter and have all terms. */
function collectAll(
  { live }: Store,
  [rarest, ...others]: readonly [TermTable, ...TermTable[]],
  { decisions, decide }: SlotFilter,
): number {
  const cursors = new Uint32Array(others.length)
  const { slots: from, count: end } = rarest.list
  let count = 0
  // With a single term, consecutive postings that all pass are copied at once.
  let first = 0
  for (let at = 0; at < end; at += 1) {
    const slot = from[at] ?? 0
    const isPassed = live[slot] === 1 && (decisions[slot] || decide(slot)) === passed
    if (others.length === 0) {
      if (isPassed) continue
      count = copy(rarest, first, at, count)
      first = at + 1
    } else if (isPassed && allContain(others, cursors, slot)) {
      slots[count] = slot
      write(rarest, at, count)
      for (let other = 0; other < others.length; other += 1) {
        const word = others[other]
        if (word) write(word, cursors[other] ?? 0, count)
      }
      count += 1
    }
  }
  return others.length === 0 ? copy(rarest, first, end, count) : count
}

/** Appends the postings from `from` to before `to` as rows and returns the new number of rows. */
function copy({ list, table }: TermTable, from: number, to: number, row: number): number {
  if (from === to) return row
  slots.set(list.slots.subarray(from, to), row)
  table.codes.set(list.codes.subarray(from, to), row)
  for (let entry = from; entry < to; entry += 1) table.entries[row + entry - from] = entry
  return row + to - from
}

/** Whether every list contains the slot. `cursors` holds how far each list has been read. */
function allContain(words: readonly TermTable[], cursors: Uint32Array, slot: number): boolean {
  for (let word = 0; word < words.length; word += 1) {
    const list = words[word]?.list
    if (!list) continue
    const cursor = seek(list, cursors[word] ?? 0, slot)
    cursors[word] = cursor
    if (cursor === list.count || list.slots[cursor] !== slot) return false
  }
  return true
}

/** Collects the records that pass the filter and have any of the terms; the caller fills the term tables. */
function collectAny({ live, slots: size }: Store, words: readonly TermTable[], filter: SlotFilter): number {
  const { decisions, decide } = filter
  isFound.fill(0, 0, size)
  for (const { list } of words) {
    for (let at = 0; at < list.count; at += 1) isFound[list.slots[at] ?? 0] = 1
  }
  let count = 0
  for (let slot = 0; slot < size; slot += 1) {
    if (isFound[slot] !== 1 || live[slot] !== 1 || (decisions[slot] || decide(slot)) !== passed) continue
    slots[count] = slot
    count += 1
  }
  return count
}

/** Fills the table of a term that rows may lack. */
function fillOptional(word: TermTable, count: number): void {
  const { list, table } = word
  let cursor = 0
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0
    cursor = seek(list, cursor, slot)
    if (cursor < list.count && list.slots[cursor] === slot) write(word, cursor, row)
    else table.codes[row] = 0
  }
}

function write({ list, table }: TermTable, cursor: number, row: number): void {
  table.codes[row] = list.codes[cursor] ?? 0
  table.entries[row] = cursor
}

/** The first position at or after `from` whose slot is not smaller: exponential, then binary search. */
function seek({ slots: listed, count }: PostingList, from: number, slot: number): number {
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

let typosOfRow = new Uint8Array(0)

/** Keeps only the rows with at most `above` more typos than the best row. */
function selectFewestTypos(count: number, words: readonly TermTable[], above: number): number {
  if (typosOfRow.length < count) typosOfRow = new Uint8Array(slots.length)
  let fewest = Number.POSITIVE_INFINITY
  let most = 0
  for (let row = 0; row < count; row += 1) {
    let typos = 0
    for (const { table } of words) {
      const quality = qualityIn(table.codes[row] ?? 0)
      if (quality > 0) typos += typosOfQuality(quality)
    }
    typosOfRow[row] = typos
    if (typos < fewest) fewest = typos
    if (typos > most) most = typos
  }
  if (most <= fewest + above) return count
  let rowCount = 0
  for (let row = 0; row < count; row += 1) {
    if ((typosOfRow[row] ?? 0) > fewest + above) continue
    slots[rowCount] = slots[row] ?? 0
    for (const { table } of words) {
      table.codes[rowCount] = table.codes[row] ?? 0
      table.entries[rowCount] = table.entries[row] ?? 0
    }
    rowCount += 1
  }
  return rowCount
}
