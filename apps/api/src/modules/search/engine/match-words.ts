import type { SlotFilter } from './slot-filter.ts'
import type { QueryWord } from './query.ts'
import { attributeOf, entrySize, type Postings } from './postings.ts'
import { passed } from './slot-filter.ts'
import type { Store } from './store.ts'
import { sourcesOf, standsElsewhere, typosOfQuality, type WordSource } from './word-sources.ts'

/** The records that a query found, and how each has its words. Good until the next query: the tables are used again. */
export interface Matches {
  words: readonly QueryWord[]
  count: number
  /** By row, from 0 to `count`. */
  slots: Uint32Array
  /** By word and row: how well (0: not at all) and where the record has it. */
  qualities: readonly Uint8Array[]
  references: readonly Uint32Array[]
  firstPlaces: readonly Uint32Array[]
}

// One search at a time, and each needs tables as long as the index: they are kept.
let marks = new Uint32Array(0)
let rows = new Uint32Array(0)
let slots = new Uint32Array(0)
let qualityTables: Uint8Array[] = []
let referenceTables: Uint32Array[] = []
let placeTables: Uint32Array[] = []
let mark = 0

function makeRoom(size: number, words: number): void {
  if (marks.length < size) {
    const length = Math.max(1024, Math.ceil(size * 1.25))
    marks = new Uint32Array(length)
    rows = new Uint32Array(length)
    slots = new Uint32Array(length)
    qualityTables = []
    referenceTables = []
    placeTables = []
    mark = 0
  }
  while (qualityTables.length < words) {
    qualityTables.push(new Uint8Array(marks.length))
    referenceTables.push(new Uint32Array(marks.length))
    placeTables.push(new Uint32Array(marks.length))
  }
}

function nextMark(): number {
  if (mark === 0xffff_ffff) {
    marks.fill(0)
    mark = 0
  }
  mark += 1
  return mark
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
  return { words: [], count, slots, qualities: [], references: [], firstPlaces: [] }
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
  const sources = sourcesOf(store, words, outside)
  const required = words.flatMap((word, index) => (word.isOptional ? [] : [index]))
  // The rarest first: every other word is looked for in what is left.
  required.sort((left, right) => costOf(sources[left]) - costOf(sources[right]))

  const [first, ...others] = required
  let count = 0
  const refused = nextMark()
  let current = nextMark()
  if (first === undefined) {
    count = collect(store, { sources: sources.flat(), table: undefined, current, refused, filter })
  } else {
    count = collect(store, { sources: sources[first] ?? [], table: first, current, refused, filter })
    for (const index of others) {
      if (count === 0) break
      const narrowed = nextMark()
      narrow(store, { sources: sources[index] ?? [], table: index, from: current, to: narrowed })
      current = narrowed
    }
    if (others.length > 0 && count > 0) count = squeeze(count, current, required)
  }
  for (const [index, word] of words.entries()) {
    if (!word.isOptional) continue
    const to = nextMark()
    clearTable(index, count)
    narrow(store, { sources: sources[index] ?? [], table: index, from: current, to })
    // Records without it stay: the same mark for all again.
    current = nextMark()
    for (let row = 0; row < count; row += 1) marks[slots[row] ?? 0] = current
  }
  if (typosAbove !== undefined) count = keepFewestTypos(count, words, typosAbove)
  return {
    words,
    count,
    slots,
    qualities: qualityTables,
    references: referenceTables,
    firstPlaces: placeTables,
  }
}

function costOf(sources: readonly WordSource[] | undefined): number {
  return (sources ?? []).reduce((sum, { count }) => sum + count, 0)
}

interface Collection {
  sources: readonly WordSource[]
  table: number | undefined
  current: number
  /** The mark of those that are out: they have no row, so nothing may be written for them later. */
  refused: number
  filter: SlotFilter
}

function collect(
  { live, postings }: Store,
  { sources, table, current, refused, filter }: Collection,
): number {
  const { said, judge } = filter
  const qualities = table === undefined ? undefined : qualityTables[table]
  const references = table === undefined ? undefined : referenceTables[table]
  const places = table === undefined ? undefined : placeTables[table]
  let found = 0
  for (const { entries, count, quality, avoided } of sources) {
    const end = count * entrySize
    for (let at = 0; at < end; at += entrySize) {
      const slot = entries[at] ?? 0
      // The first source that has it was the best, and nothing is asked twice.
      if (marks[slot] === current || marks[slot] === refused) continue
      if (avoided && isAvoided(postings, entries, at, avoided)) continue
      if (live[slot] !== 1 || (said[slot] || judge(slot)) !== passed) {
        marks[slot] = refused
        continue
      }
      marks[slot] = current
      rows[slot] = found
      slots[found] = slot
      if (qualities && references && places) {
        qualities[found] = quality
        places[found] = entries[at + 1] ?? 0
        references[found] = entries[at + 2] ?? 0
      }
      found += 1
    }
  }
  return found
}

interface Narrowing {
  sources: readonly WordSource[]
  table: number
  from: number
  to: number
}

function narrow({ postings }: Store, { sources, table, from, to }: Narrowing): void {
  const qualities = qualityTables[table]
  const references = referenceTables[table]
  const places = placeTables[table]
  if (!qualities || !references || !places) return
  for (const { entries, count, quality, avoided } of sources) {
    const end = count * entrySize
    for (let at = 0; at < end; at += entrySize) {
      const slot = entries[at] ?? 0
      if (marks[slot] !== from) continue
      if (avoided && isAvoided(postings, entries, at, avoided)) continue
      marks[slot] = to
      const row = rows[slot] ?? 0
      qualities[row] = quality
      places[row] = entries[at + 1] ?? 0
      references[row] = entries[at + 2] ?? 0
    }
  }
}

function isAvoided(postings: Postings, entries: Uint32Array, at: number, avoided: Uint8Array): boolean {
  return (
    avoided[attributeOf(entries[at + 1] ?? 0)] === 1 &&
    !standsElsewhere(postings, entries[at + 2] ?? 0, avoided)
  )
}

function clearTable(table: number, count: number): void {
  qualityTables[table]?.fill(0, 0, count)
}

/** Lets only the records with the fewest typos stay, and those with so many more. */
function keepFewestTypos(count: number, words: readonly QueryWord[], above: number): number {
  const tables = words.map((_, index) => index)
  const typos = Array.from({ length: count }, (_, row) =>
    tables.reduce((sum, table) => {
      const quality = qualityTables[table]?.[row] ?? 0
      return quality > 0 ? sum + typosOfQuality(quality) : sum
    }, 0),
  )
  const fewest = typos.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  const kept = nextMark()
  for (const [row, each] of typos.entries()) {
    if (each <= fewest + above) marks[slots[row] ?? 0] = kept
  }
  return squeeze(count, kept, tables)
}

/** Moves the rows that bear the mark together. */
function squeeze(count: number, current: number, tables: readonly number[]): number {
  let kept = 0
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0
    if (marks[slot] !== current) continue
    if (kept !== row) {
      slots[kept] = slot
      rows[slot] = kept
      for (const table of tables) {
        const [qualities, references, places] = [
          qualityTables[table],
          referenceTables[table],
          placeTables[table],
        ]
        if (!qualities || !references || !places) continue
        places[kept] = places[row] ?? 0
        qualities[kept] = qualities[row] ?? 0
        references[kept] = references[row] ?? 0
      }
    }
    kept += 1
  }
  return kept
}
