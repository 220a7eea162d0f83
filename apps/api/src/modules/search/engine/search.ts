import { compileFilter, compileScore, costOf, type SlotScore } from '../filters/compile-filter.ts'
import { FilterError, type Filter } from '../filters/filter.ts'
import { parseFilterList, type FilterListName } from '../filters/filter-lists.ts'
import { parseFilter } from '../filters/parse-filter.ts'
import { badRequest } from '../protocol/algolia-error.ts'
import type { Params } from '../protocol/params.ts'
import { matchAll, matchWords, type Matches } from './match-words.ts'
import { attemptsOf, optionalWordsOf, queryWordsOf, type QueryOptions } from './query.ts'
import { stringsOf, type IndexSettings } from './settings.ts'
import { createSlotFilter, openFilter, shutFilter, type SlotFilter } from './slot-filter.ts'
import type { Store } from './store.ts'

/** A search that has been carried out as far as the matches; they are good until the next one. */
export interface Found {
  store: Store
  query: string
  matches: Matches
  score: SlotScore | undefined
  valueOf: Look
}

/** A parameter of the query, else the setting of the index. */
type Look = (name: string) => unknown

const lookIn =
  (params: Params, settings: IndexSettings): Look =>
  (name) =>
    params[name] ?? settings[name]

export const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value : fallback
export const numberOf = (value: unknown, fallback: number): number =>
  typeof value === 'number' ? value : fallback

/** Finds all records that meet the query and its filters. Throws an AlgoliaError 400 for filters that are none. */
export function find(store: Store, params: Params): Found {
  const valueOf = lookIn(params, store.settings)
  const filter = filterOf(store, params)
  const optional = readFilter('optionalFilters', () =>
    parseFilterList(params['optionalFilters'], 'optionalFilters'),
  )
  const score = optional && compileScore(store, optional, params['sumOrFiltersScores'] === true)
  const query = textOf(params['query'], '')
  const options = queryOptionsOf(store, valueOf)
  const words = queryWordsOf(query, options)
  const how = { filter, outside: outsideOf(store, params), typosAbove: typosAbove(valueOf('typoTolerance')) }
  let matches = words.length === 0 ? matchAll(store, filter) : undefined
  for (const attempt of matches ? [] : attemptsOf(words, options)) {
    matches = matchWords(store, attempt, how)
    if (matches.count > 0) break
  }
  return { store, query, matches: matches ?? matchAll(store, shutFilter), score, valueOf }
}

function queryOptionsOf(store: Store, valueOf: Look): QueryOptions {
  const queryType = textOf(valueOf('queryType'), 'prefixLast')
  const removeWords = textOf(valueOf('removeWordsIfNoResults'), 'none')
  const optional = valueOf('optionalWords')
  return {
    queryType: queryType === 'prefixAll' || queryType === 'prefixNone' ? queryType : 'prefixLast',
    typoLengths: isOff(valueOf('typoTolerance'))
      ? undefined
      : {
          one: numberOf(valueOf('minWordSizefor1Typo'), 4),
          two: numberOf(valueOf('minWordSizefor2Typos'), 8),
        },
    mayMistypeNumbers: valueOf('allowTyposOnNumericTokens') !== false,
    optionalWords: optionalWordsOf(
      store.read,
      typeof optional === 'string' ? [optional] : stringsOf(optional),
    ),
    removeWordsIfNoResults:
      removeWords === 'lastWords' || removeWords === 'firstWords' || removeWords === 'allOptional'
        ? removeWords
        : 'none',
  }
}

/** Attributes that are not searched where `restrictSearchableAttributes` names others. */
function outsideOf(store: Store, params: Params): Uint8Array | undefined {
  const names = stringsOf(params['restrictSearchableAttributes'])
  if (names.length === 0) return undefined
  return Uint8Array.from(store.attributes, ({ path }) => (names.includes(path) ? 0 : 1))
}

/** `min`: the fewest typos only; `strict`: those and one more. */
function typosAbove(tolerance: unknown): number | undefined {
  if (tolerance === 'min') return 0
  return tolerance === 'strict' ? 1 : undefined
}

const isOff = (value: unknown): boolean => value === false || value === 'false'

function readFilter(name: string, read: () => Filter | undefined): Filter | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof FilterError) throw badRequest(`${name}: ${error.message}`)
    throw error
  }
}

interface KnownFilter {
  slots: number
  filter: SlotFilter
}

const known = new WeakMap<Store, Map<string, KnownFilter>>()
const filtersKept = 64
/** Conditions that may have to be tried on every record; lists of values count as one. */
const maxCost = 100

function filterOf(store: Store, params: Params): SlotFilter {
  const filters = textOf(params['filters'], '')
  const key = JSON.stringify([filters, ...lists.map((name) => params[name] ?? null)])
  if (key === '["",null,null,null]') return openFilter

  let made = known.get(store)
  if (!made) {
    made = new Map<string, KnownFilter>()
    known.set(store, made)
  }
  const before = made.get(key)
  // Columns and values that came later are not known to a test that was made earlier.
  if (before?.slots === store.slots) return before.filter
  const parts = [
    readFilter('filters', () => parseFilter(filters)),
    ...lists.map((name) => readFilter(name, () => parseFilterList(params[name], name))),
  ].filter((part) => part !== undefined)
  const whole: Filter = { kind: 'and', parts }
  if (costOf(whole) > maxCost) throw badRequest(`filters: Too many conditions, at most ${maxCost}`)
  const test = compileFilter(store, whole)
  const filter = createSlotFilter(test, store.slots, before?.filter)
  if (made.size >= filtersKept) made.clear()
  made.set(key, { slots: store.slots, filter })
  return filter
}

const lists: readonly FilterListName[] = ['facetFilters', 'numericFilters', 'tagFilters']
