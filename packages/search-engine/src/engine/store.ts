import { compareByOrders } from './ranking/compare-by-orders.ts'
import {
  createFacetColumn,
  createTextColumn,
  type FacetColumn,
  type NumberColumn,
} from './columns/columns.ts'
import { clearBit, grownBits, hasBit, setBit, slotsIn, type Bits } from './postings/bits.ts'
import { maxAttribute, packOccurrence } from './postings/occurrence.ts'
import { createPostings, type Postings } from './postings/postings.ts'
import { createRecordOrder, type RecordOrder } from './ranking/record-order.ts'
import { createNumberColumns } from './columns/number-columns.ts'
import { createRecordPacker, type RecordPacker, type RecordParts } from './records/record-packer.ts'
import { eachScalar, valuesAt, type SearchRecord } from './records/record-values.ts'
import {
  parseSettings,
  type CustomOrder,
  type IndexSettings,
  type ParsedSettings,
  type SearchableAttribute,
} from './settings.ts'
import { getOrMake } from './memoize.ts'
import { createSlotIds } from './records/slot-ids.ts'
import { createVocabulary, type Vocabulary } from './vocabulary/vocabulary.ts'
import { createTextPool } from './records/text-pool.ts'
import { createTermReader } from './vocabulary/text-terms.ts'

/** The searchable records of one index under one set of settings. Changed settings need a new store. */
export interface Store {
  readonly settings: IndexSettings
  readonly parsedSettings: ParsedSettings
  readonly vocabulary: Vocabulary
  readonly postings: Postings
  /** Slots allocated so far, including those of removed records. */
  readonly slots: number
  /** Number of live records. */
  readonly size: number
  /** Attributes by their number in the postings. */
  readonly attributes: readonly SearchableAttribute[]
  /** 1 for each attribute that disables typos (or prefixes); undefined when none does. */
  readonly withoutTypos: Uint8Array | undefined
  readonly withoutPrefixes: Uint8Array | undefined
  isLive(slot: number): boolean
  /** One bit for each slot with a live record. Growing replaces the array. */
  readonly live: Bits
  slotOf(objectID: string): number | undefined
  ids(): string[]
  /** Also of a removed record, until the index is rebuilt. */
  recordAt(slot: number): SearchRecord
  recordIdAt(slot: number): string
  /** The attributes of a record as JSON; undefined for a record that has to be parsed. */
  partsAt(slot: number): RecordParts | undefined
  readonly shared: Pick<RecordPacker, 'sharedJson' | 'sharedValue' | 'valueOf'>
  /** Undefined when no record has a number at that path. */
  numberColumn(path: string): NumberColumn | undefined
  facetColumn(path: string): FacetColumn | undefined
  /** Compares two slots by the orders: negative when `left` comes first. */
  comparatorFor(orders: readonly CustomOrder[]): (left: number, right: number) => number
  /** The order of records that match equally well: by custom ranking, then newest first. */
  readonly order: RecordOrder
  /** Returns whether anything changed. */
  put(record: SearchRecord): boolean
  remove(objectID: string): boolean
}

/** Positions between two texts of one attribute, so that their words are never adjacent. */
const gap = 8
const maxParsedRecords = 8000

export function createStore(settings: IndexSettings): Store {
  const parsedSettings = parseSettings(settings)
  const vocabulary = createVocabulary()
  const termsOf = createTermReader(vocabulary)
  const postings = createPostings()
  const packer = createRecordPacker()
  const { pack, unpack } = packer
  const packed = createTextPool()
  const ids = createSlotIds()
  let live: Bits = new Uint32Array(64)
  const parsed = new Map<number, SearchRecord>()
  const attributes: SearchableAttribute[] = [...(parsedSettings.searchable ?? [])]
  const attributeNumbers = new Map(attributes.map(({ path }, number) => [path, number]))
  const numberColumns = createNumberColumns()
  const facetPaths = new Set([...parsedSettings.facets.keys(), '_tags', ...distinctPaths(settings)])
  const facetColumns = new Map([...facetPaths].map((path) => [path, createFacetColumn(path)]))
  const sortPaths = [...parsedSettings.sortBy, ...parsedSettings.customRanking].map(({ path }) => path)
  // Only sort attributes with text values have one.
  const textColumns = new Map<string, ReturnType<typeof createTextColumn>>()

  function attributeNumber(path: string): number {
    const cached = attributeNumbers.get(path)
    if (cached !== undefined) return cached
    const number = Math.min(attributes.length, maxAttribute)
    attributeNumbers.set(path, number)
    attributes.push({ path, priority: 0, isUnordered: true })
    return number
  }

  function eachText(record: SearchRecord, visit: (attribute: number, text: string) => void): void {
    if (parsedSettings.searchable) {
      for (const [number, { path }] of attributes.entries()) {
        for (const value of valuesAt(record, path)) {
          if (typeof value !== 'boolean') visit(number, String(value))
        }
      }
      return
    }
    eachScalar(record, (path, value) => {
      if (path !== 'objectID' && typeof value !== 'boolean') visit(attributeNumber(path), String(value))
    })
  }

  // Reused for every record.
  const words = { count: 0, terms: [] as number[], occurrences: [] as number[] }
  const ends: number[] = []

  function indexTexts(slot: number, record: SearchRecord): void {
    words.count = 0
    ends.length = 0
    eachText(record, (attribute, text) => {
      const terms = termsOf(text)
      const from = ends[attribute] ?? 0
      for (let at = 0; at < terms.length; at += 1) {
        words.terms[words.count] = terms[at] ?? 0
        words.occurrences[words.count] = packOccurrence(attribute, from + at, terms.length === 1)
        words.count += 1
      }
      ends[attribute] = from + terms.length + gap
    })
    postings.addRecord(slot, words)
  }

  const comparatorFor = (orders: readonly CustomOrder[]) =>
    compareByOrders(orders, { numberColumns, textColumns })

  function currentOrder(): (left: number, right: number) => number {
    const compare = comparatorFor(parsedSettings.customRanking)
    return (left, right) => compare(left, right) || right - left
  }

  function remove(objectID: string): boolean {
    const slot = ids.slotOf(objectID)
    if (slot === undefined) return false
    ids.delete(objectID)
    clearBit(live, slot)
    parsed.delete(slot)
    return true
  }

  return {
    settings,
    parsedSettings,
    withoutTypos: maskOf(attributes, parsedSettings.withoutTypos),
    withoutPrefixes: maskOf(attributes, parsedSettings.withoutPrefixes),
    vocabulary,
    postings,
    attributes,
    get slots() {
      return packed.size
    },
    get size() {
      return ids.size
    },
    recordIdAt: (slot) => ids.at(slot),
    partsAt: (slot) => packer.partsOf(packed.at(slot)),
    shared: packer,
    isLive: (slot) => hasBit(live, slot),
    get live() {
      return live
    },
    slotOf: (objectID) => ids.slotOf(objectID),
    ids: () => Array.from(slotsIn(live, ids.size), (slot) => ids.at(slot)),
    recordAt: (slot) => getOrMake(parsed, slot, () => unpack(packed.at(slot)), maxParsedRecords),
    numberColumn: (path) => numberColumns.get(path),
    facetColumn: (path) => facetColumns.get(path),
    comparatorFor,
    order: createRecordOrder(currentOrder),
    remove,
    put(record) {
      const text = pack(record)
      const previousSlot = ids.slotOf(record.objectID)
      if (previousSlot !== undefined && packed.at(previousSlot) === text) return false
      remove(record.objectID)
      const slot = packed.size
      packed.push(text)
      ids.push(record.objectID)
      live = grownBits(live, slot + 1)
      setBit(live, slot)
      indexTexts(slot, record)
      numberColumns.put(slot, record)
      for (const column of facetColumns.values()) column.put(slot, record)
      for (const path of sortPaths) {
        let column = textColumns.get(path)
        if (!column) {
          if (typeof record[path] === 'number') continue
          if (!valuesAt(record, path).some((value) => typeof value === 'string')) continue
          column = createTextColumn(path)
          textColumns.set(path, column)
        }
        column.put(slot, record)
      }
      return true
    },
  }
}

/** The attribute by which `distinct` groups records. */
function distinctPaths({ attributeForDistinct }: IndexSettings): string[] {
  return typeof attributeForDistinct === 'string' && attributeForDistinct !== '' ? [attributeForDistinct] : []
}

function maskOf(
  attributes: readonly SearchableAttribute[],
  paths: ReadonlySet<string>,
): Uint8Array | undefined {
  if (!attributes.some(({ path }) => paths.has(path))) return undefined
  return Uint8Array.from(attributes, ({ path }) => (paths.has(path) ? 1 : 0))
}
