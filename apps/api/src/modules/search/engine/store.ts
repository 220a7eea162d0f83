import {
  createFacetColumn,
  createNumberColumn,
  createTextColumn,
  type FacetColumn,
  type NumberColumn,
} from './columns.ts'
import { createPostings, packPlace, maxAttribute, type Postings } from './postings.ts'
import { eachScalar, valuesAt, type SearchRecord } from './record-values.ts'
import {
  readSettings,
  type CustomOrder,
  type IndexSettings,
  type ReadSettings,
  type SearchableAttribute,
} from './settings.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'
import { knownWordsOf } from './words.ts'

/** The records of one index under one set of settings, ready to be searched. Other settings need another store. */
export interface Store {
  readonly settings: IndexSettings
  readonly read: ReadSettings
  readonly vocabulary: Vocabulary
  readonly postings: Postings
  /** Slots handed out so far, those of records that are gone among them. */
  readonly slots: number
  /** Records that are there. */
  readonly size: number
  /** Attributes by the numbers under which the postings know them. */
  readonly attributes: readonly SearchableAttribute[]
  /** 1 for each attribute in which mistyped words, or beginnings of words, are not met; undefined where there is none. */
  readonly withoutTypos: Uint8Array | undefined
  readonly withoutPrefixes: Uint8Array | undefined
  isLive(slot: number): boolean
  /** 1 for each slot whose record is there; another array once the index has grown. */
  readonly live: Uint8Array
  slotOf(objectID: string): number | undefined
  ids(): string[]
  recordAt(slot: number): SearchRecord
  recordIdAt(slot: number): string
  /** Undefined where no record has a number at that path. */
  numbers(path: string): NumberColumn | undefined
  facet(path: string): FacetColumn | undefined
  /** A test of two slots: below 0 where the left record comes first, 0 where the orders leave them equal. */
  comparing(orders: readonly CustomOrder[]): (left: number, right: number) => number
  /** Answers whether anything has changed by it. */
  put(record: SearchRecord): boolean
  remove(objectID: string): boolean
}

/** Between two texts of one attribute, so that words of one never stand beside words of the next. */
const gap = 8
/** Beyond, numbers of a record can be shown but not compared. */
const maxNumberColumns = 500
const parsedKept = 8000

export function createStore(settings: IndexSettings): Store {
  const read = readSettings(settings)
  const vocabulary = createVocabulary()
  const postings = createPostings()
  const jsons: string[] = []
  const ids: string[] = []
  let live = new Uint8Array(1024)
  const slotOfId = new Map<string, number>()
  const parsed = new Map<number, SearchRecord>()
  const attributes: SearchableAttribute[] = [...(read.searchable ?? [])]
  const attributeNumbers = new Map(attributes.map(({ path }, number) => [path, number]))
  const numberColumns = new Map<string, ReturnType<typeof createNumberColumn>>()
  const facetPaths = new Set([...read.facets.keys(), '_tags'])
  const facetColumns = new Map([...facetPaths].map((path) => [path, createFacetColumn(path)]))
  // Only of attributes that records are put in order by, and only where one of them is a text.
  const textColumns = new Map<string, ReturnType<typeof createTextColumn>>()

  function attributeNumber(path: string): number {
    const known = attributeNumbers.get(path)
    if (known !== undefined) return known
    const number = Math.min(attributes.length, maxAttribute)
    attributeNumbers.set(path, number)
    attributes.push({ path, priority: 0, isUnordered: true })
    return number
  }

  function eachText(record: SearchRecord, visit: (attribute: number, text: string) => void): void {
    if (read.searchable) {
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

  function indexTexts(slot: number, record: SearchRecord): void {
    const placesOf = new Map<number, number[]>()
    const ends = new Map<number, number>()
    eachText(record, (attribute, text) => {
      const words = knownWordsOf(text)
      const from = ends.get(attribute) ?? 0
      for (const [index, { folded }] of words.entries()) {
        const term = vocabulary.add(folded)
        const place = packPlace({ attribute, position: from + index, isOnlyWord: words.length === 1 })
        const places = placesOf.get(term)
        if (places) places.push(place)
        else placesOf.set(term, [place])
      }
      ends.set(attribute, from + words.length + gap)
    })
    for (const [term, places] of placesOf) postings.add(term, slot, places)
  }

  function indexNumbers(slot: number, record: SearchRecord): void {
    const paths = new Set<string>()
    eachScalar(record, (path, value) => {
      if (typeof value === 'number') paths.add(path)
    })
    for (const path of paths) {
      let column = numberColumns.get(path)
      if (!column && numberColumns.size < maxNumberColumns) {
        column = createNumberColumn(path)
        numberColumns.set(path, column)
      }
      column?.put(slot, record)
    }
  }

  function remove(objectID: string): boolean {
    const slot = slotOfId.get(objectID)
    if (slot === undefined) return false
    slotOfId.delete(objectID)
    jsons[slot] = ''
    live[slot] = 0
    parsed.delete(slot)
    return true
  }

  function comparing(orders: readonly CustomOrder[]): (left: number, right: number) => number {
    const tests = orders.map(comparingBy)
    return (left, right) => {
      for (const test of tests) {
        const order = test(left, right)
        if (order !== 0) return order
      }
      return 0
    }
  }

  /** A record that has no value comes last either way. */
  function comparingBy({ path, isDescending }: CustomOrder): (left: number, right: number) => number {
    const numbers = numberColumns.get(path)
    const texts = textColumns.get(path)
    return (left, right) => {
      const [a, b] = [numbers?.single(left) ?? Number.NaN, numbers?.single(right) ?? Number.NaN]
      if (a === b) return 0
      if (a < b) return isDescending ? 1 : -1
      if (a > b) return isDescending ? -1 : 1
      if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1
      const [x, y] = [texts?.text(left) ?? '', texts?.text(right) ?? '']
      if (x === y) return 0
      if (x === '' || y === '') return x === '' ? 1 : -1
      return x < y !== isDescending ? -1 : 1
    }
  }

  return {
    settings,
    read,
    withoutTypos: maskOf(attributes, read.withoutTypos),
    withoutPrefixes: maskOf(attributes, read.withoutPrefixes),
    vocabulary,
    postings,
    attributes,
    get slots() {
      return jsons.length
    },
    get size() {
      return slotOfId.size
    },
    recordIdAt: (slot) => ids[slot] ?? '',
    isLive: (slot) => live[slot] === 1,
    get live() {
      return live
    },
    slotOf: (objectID) => slotOfId.get(objectID),
    ids: () => [...slotOfId.keys()],
    recordAt(slot) {
      const known = parsed.get(slot)
      if (known) return known
      // What `put` wrote.
      const record = JSON.parse(jsons[slot] ?? '{}') as SearchRecord
      if (parsed.size >= parsedKept) parsed.clear()
      parsed.set(slot, record)
      return record
    },
    numbers: (path) => numberColumns.get(path),
    facet: (path) => facetColumns.get(path),
    comparing,
    remove,
    put(record) {
      const json = JSON.stringify(record)
      const before = slotOfId.get(record.objectID)
      if (before !== undefined && jsons[before] === json) return false
      remove(record.objectID)
      const slot = jsons.length
      jsons.push(json)
      ids.push(record.objectID)
      if (slot >= live.length) {
        const larger = new Uint8Array(live.length * 2)
        larger.set(live)
        live = larger
      }
      live[slot] = 1
      slotOfId.set(record.objectID, slot)
      indexTexts(slot, record)
      indexNumbers(slot, record)
      for (const column of facetColumns.values()) column.put(slot, record)
      for (const { path } of [...read.sortBy, ...read.custom]) {
        let column = textColumns.get(path)
        if (!column) {
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

function maskOf(
  attributes: readonly SearchableAttribute[],
  paths: ReadonlySet<string>,
): Uint8Array | undefined {
  if (!attributes.some(({ path }) => paths.has(path))) return undefined
  return Uint8Array.from(attributes, ({ path }) => (paths.has(path) ? 1 : 0))
}
