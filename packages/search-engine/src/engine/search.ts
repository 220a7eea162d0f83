import {
  compileFilter,
  compileScore,
  constantScoreOf,
  costOf,
  countLeaves,
  type SlotScore,
} from '../filters/compile-filter.ts'
import { FilterError, type Filter } from '../filters/filter.ts'
import { parseFilterList, type FilterListName } from '../filters/filter-lists.ts'
import { parseFilter } from '../filters/parse-filter.ts'
import { badRequest } from '../protocol/algolia-error.ts'
import type { Params } from '../protocol/params.ts'
import { matchAll, matchTerms, type Matches } from './match-terms.ts'
import { fallbackQueriesFor, optionalWordsOf, queryTermsOf, type QueryOptions } from './query.ts'
import { stringsOf, type IndexSettings } from './settings.ts'
import { requestedStopWords } from './stop-words.ts'
import { createSlotFilter, matchEverything, matchNothing, type SlotFilter } from './slot-filter.ts'
import type { Store } from './store.ts'

/** The matches of a search, before ranking and paging. Valid until the next search. */
export interface SearchResult {
  store: Store
  query: string
  matches: Matches
  score: SlotScore | undefined
  optionOf: OptionLookup
}

/** A parameter of the query, or else the index setting. */
type OptionLookup = (name: string) => unknown

const lookupIn =
  (params: Params, settings: IndexSettings): OptionLookup =>
  (name) =>
    params[name] ?? settings[name]

export const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value : fallback
export const numberOf = (value: unknown, fallback: number): number =>
  typeof value === 'number' ? value : fallback

/**
 * Finds all records that match the query and its filters.
 * @throws AlgoliaError 400 for an invalid filter
 */
export function find(store: Store, params: Params): SearchResult {
  const optionOf = lookupIn(params, store.settings)
  const filter = filterOf(store, params)
  const score = scoreOf(store, params)
  const query = textOf(params['query'], '')
  const options = queryOptionsOf(store, optionOf)
  const words = queryTermsOf(query, options)
  const matchOptions = {
    filter,
    ignoredAttributes: ignoredAttributesOf(store, params),
    extraTypos: extraTypos(optionOf('typoTolerance')),
  }
  let matches = words.length === 0 ? matchAll(store, filter) : undefined
  for (const fallbackTerms of matches ? [] : fallbackQueriesFor(words, options)) {
    matches = matchTerms(store, fallbackTerms, matchOptions)
    if (matches.count > 0) break
  }
  return { store, query, matches: matches ?? matchAll(store, matchNothing), score, optionOf }
}

/** The score of optional and required filters; undefined when no filter scores. */
function scoreOf(store: Store, params: Params): SlotScore | undefined {
  const sumWithinOr = params['sumOrFiltersScores'] === true
  const optional = readFilter('optionalFilters', () =>
    parseFilterList(params['optionalFilters'], 'optionalFilters'),
  )
  if (optional) checkCost(store, 'optionalFilters', countLeaves(optional))
  let constant = 0
  const scores = optional ? [compileScore(store, optional, sumWithinOr)] : []
  for (const part of requiredFilters(params)) {
    const same = constantScoreOf(part, sumWithinOr)
    constant += same ?? 0
    if (same !== undefined) continue
    checkCost(store, 'filters', countLeaves(part))
    scores.push(compileScore(store, part, sumWithinOr))
  }
  if (scores.length === 0) return constant === 0 ? undefined : () => constant
  return (slot) => scores.reduce((sum, score) => sum + score(slot), constant)
}

function queryOptionsOf(store: Store, optionOf: OptionLookup): QueryOptions {
  const queryType = textOf(optionOf('queryType'), 'prefixLast')
  const removeWords = textOf(optionOf('removeWordsIfNoResults'), 'none')
  const optional = optionOf('optionalWords')
  return {
    queryType: queryType === 'prefixAll' || queryType === 'prefixNone' ? queryType : 'prefixLast',
    typoLengths: isDisabled(optionOf('typoTolerance'))
      ? undefined
      : {
          one: numberOf(optionOf('minWordSizefor1Typo'), 4),
          two: numberOf(optionOf('minWordSizefor2Typos'), 8),
        },
    allowsTyposInNumbers: optionOf('allowTyposOnNumericTokens') !== false,
    optionalWords: optionalWordsOf(
      store.parsedSettings,
      typeof optional === 'string' ? [optional] : stringsOf(optional),
    ),
    isStopWord: requestedStopWords(optionOf('removeStopWords'), stringsOf(optionOf('queryLanguages'))),
    removeWordsIfNoResults:
      removeWords === 'lastWords' || removeWords === 'firstWords' || removeWords === 'allOptional'
        ? removeWords
        : 'none',
  }
}

/** The attributes that `restrictSearchableAttributes` leaves out. */
function ignoredAttributesOf(store: Store, params: Params): Uint8Array | undefined {
  const names = stringsOf(params['restrictSearchableAttributes'])
  if (names.length === 0) return undefined
  return Uint8Array.from(store.attributes, ({ path }) => (names.includes(path) ? 0 : 1))
}

/** `min` allows only the fewest typos, `strict` one more. */
function extraTypos(tolerance: unknown): number | undefined {
  if (tolerance === 'min') return 0
  return tolerance === 'strict' ? 1 : undefined
}

const isDisabled = (value: unknown): boolean => value === false || value === 'false'

/** @throws AlgoliaError 400 that names the parameter of an invalid filter */
export function readFilter(name: string, read: () => Filter | undefined): Filter | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof FilterError) throw badRequest(`${name}: ${error.message}`)
    throw error
  }
}

interface CachedFilter {
  slots: number
  filter: SlotFilter
}

const filterCaches = new WeakMap<Store, Map<string, CachedFilter>>()
const maxCachedFilters = 64
/** Tests of one condition on one record that a call may run; a list of values counts as one condition. */
const maxTests = 3_000_000
const conditionLimits = { fewest: 10, most: 100 }

/** How many conditions may be tested on every record. */
function maxConditions({ slots }: Store): number {
  return Math.max(conditionLimits.fewest, Math.min(conditionLimits.most, Math.floor(maxTests / slots)))
}

function checkCost(store: Store, name: string, cost: number): void {
  const limit = maxConditions(store)
  if (cost > limit) throw badRequest(`${name}: Too many conditions, at most ${limit}`)
}

function filterOf(store: Store, params: Params): SlotFilter {
  const filters = textOf(params['filters'], '')
  const key = JSON.stringify([filters, ...lists.map((name) => params[name] ?? null)])
  if (key === '["",null,null,null]') return matchEverything

  let cache = filterCaches.get(store)
  if (!cache) {
    cache = new Map<string, CachedFilter>()
    filterCaches.set(store, cache)
  }
  const cached = cache.get(key)
  // A compiled filter does not know columns and values that were added after it.
  if (cached?.slots === store.slots) return cached.filter
  const combined: Filter = { kind: 'and', parts: requiredFilters(params) }
  checkCost(store, 'filters', costOf(combined))
  const test = compileFilter(store, combined)
  const filter = createSlotFilter(test, store.slots, cached?.filter)
  if (cache.size >= maxCachedFilters) cache.clear()
  cache.set(key, { slots: store.slots, filter })
  return filter
}

const lists: readonly FilterListName[] = ['facetFilters', 'numericFilters', 'tagFilters']

/** The filters that every match passes. */
function requiredFilters(params: Params): Filter[] {
  return [
    readFilter('filters', () => parseFilter(textOf(params['filters'], ''))),
    ...lists.map((name) => readFilter(name, () => parseFilterList(params[name], name))),
  ].filter((part) => part !== undefined)
}
