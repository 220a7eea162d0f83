import {
  compileScore,
  constantScoreOf,
  costOf,
  countLeaves,
  type SlotScore,
} from '../filters/compile-filter.ts'
import { FilterError, type Filter } from '../filters/filter.ts'
import { parseFilterList, type FilterListName } from '../filters/filter-lists.ts'
import { parseFilter } from '../filters/parse-filter.ts'
import { addAlternatives, noWordLists, type WordLists } from '../language/rewrite-terms.ts'
import { badRequest } from '../protocol/algolia-error.ts'
import type { Params } from '../protocol/params.ts'
import { parseAdvancedQuery, slotsAllowedBy } from './matching/advanced-syntax.ts'
import { selectFewestTypos } from './matching/fewest-typos.ts'
import { isBroad, matchAll, matchTerms, type Matches } from './matching/match-terms.ts'
import { createGeoMatcher, type GeoDistances } from './geo/geo-matcher.ts'
import { readGeoQuery } from './geo/geo-params.ts'
import { getOrMake, memoizeByObject } from './memoize.ts'
import { withinSlots, withTest } from './matching/narrow-filter.ts'
import { postingListsFor } from './postings/posting-lists.ts'
import {
  fallbackQueriesFor,
  optionalWordsOf,
  queryTermsOf,
  type QueryOptions,
  type QueryTerm,
} from './matching/query.ts'
import { stringsOf, type IndexSettings } from './settings.ts'
import { requestedStopWords } from '../language/stop-words.ts'
import { createSlotFilter, type SlotFilter } from './matching/slot-filter.ts'
import type { Store } from './store.ts'
import type { Turns } from './turns.ts'

/** The matches of a search, before ranking and paging. Valid until the next search. */
export interface SearchResult {
  store: Store
  query: string
  /** Of the query, before any were removed. */
  words: readonly QueryTerm[]
  matches: Matches
  score: FilterScore
  /** Set for a search around a point. */
  distances: GeoDistances | undefined
  optionOf: OptionLookup
}

/** The score of optional and required filters. */
export interface FilterScore {
  /** What every match has. */
  constant: number
  /** What differs; undefined when nothing does, which is the usual case. */
  varying: SlotScore | undefined
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
 * Finds all records that match the query and its filters. Lists and filters that are not cached are prepared in
 * slices; everything after that happens in one turn of the event loop, so that the result fits the index.
 * @throws AlgoliaError 400 for an invalid filter
 */
export async function find(
  store: Store,
  params: Params,
  turns: Turns,
  lists: WordLists = noWordLists,
): Promise<SearchResult> {
  const optionOf = lookupIn(params, store.settings)
  const { filter: required, parts } = filtersOf(store, params)
  const score = scoreOf(store, params, parts)
  const query = textOf(params['query'], '')
  const options = queryOptionsOf(store, params, lists)
  const syntax =
    optionOf('advancedSyntax') === true ? parseAdvancedQuery(query, featuresOf(optionOf)) : undefined
  const withoutTypos = attributeMask(store, params['disableTypoToleranceOnAttributes'])
  const terms = queryTermsOf(syntax?.text ?? query, options).map((term) => ({ ...term, withoutTypos }))
  const words = addAlternatives(terms, lists, optionOf)
  const allowed = withinSlots(required, syntax && (await slotsAllowedBy(store, syntax, turns)))
  const geoQuery = readGeoQuery(optionOf)
  const geo = geoQuery && createGeoMatcher(store, geoQuery)
  const filter = withTest(store, allowed, geo?.passes)
  if (store.order.isStale(store.slots)) void store.order.refresh(store.slots)
  const search: WordSearch = {
    store,
    filter,
    turns,
    ignoredAttributes: ignoredAttributesOf(store, params),
    extraTypos: extraTypos(optionOf('typoTolerance')),
  }
  let matches: Matches | undefined
  if (words.length === 0) {
    const bits = await filter?.complete(turns)
    matches = matchAll(store, bits)
  }
  for (const fallbackWords of matches ? [] : fallbackQueriesFor(words, options)) {
    matches = await findWords(search, fallbackWords)
    if (matches.count > 0) break
  }
  const found = matches ?? matchAll(store, new Uint32Array(0))
  return { store, query, words, matches: found, score, distances: geo?.distances, optionOf }
}

function featuresOf(optionOf: OptionLookup): string[] {
  const features = optionOf('advancedSyntaxFeatures')
  return Array.isArray(features) ? stringsOf(features) : ['exactPhrase', 'excludeWords']
}

interface WordSearch {
  store: Store
  filter: SlotFilter | undefined
  turns: Turns
  /** 1 for each attribute that is not searched. */
  ignoredAttributes: Uint8Array | undefined
  /** Typos allowed above the fewest of any match; undefined means no limit. */
  extraTypos: number | undefined
}

async function findWords(search: WordSearch, words: readonly QueryTerm[]): Promise<Matches> {
  const { extraTypos: above, turns } = search
  if (above === 0) {
    // Only the fewest typos count, so the many words with typos are needed only when nothing matches without.
    const literal = words.map((word) => ({ ...word, maxTypos: 0, isLiteral: true }))
    const matches = await findLists(search, literal)
    if (matches.count > 0) return matches
  }
  const matches = await findLists(search, words)
  return above === undefined ? matches : selectFewestTypos(matches, above, turns)
}

async function findLists(
  { store, filter, turns, ignoredAttributes }: WordSearch,
  words: readonly QueryTerm[],
): Promise<Matches> {
  const lists = await postingListsFor(store, words, turns, ignoredAttributes)
  const bits = isBroad(words, lists, store.slots) ? await filter?.complete(turns) : undefined
  return matchTerms(store, words, lists, { bits, passes: filter?.passes ?? (() => true) })
}

function scoreOf(store: Store, params: Params, required: readonly Filter[]): FilterScore {
  const sumWithinOr = params['sumOrFiltersScores'] === true
  const optional = readFilter('optionalFilters', () =>
    parseFilterList(params['optionalFilters'], 'optionalFilters'),
  )
  if (optional) checkCost(store, 'optionalFilters', countLeaves(optional))
  let constant = 0
  const scores = optional ? [compileScore(store, optional, sumWithinOr)] : []
  for (const part of required) {
    const same = constantScoreOf(part, sumWithinOr)
    constant += same ?? 0
    if (same !== undefined) continue
    checkCost(store, 'filters', countLeaves(part))
    scores.push(compileScore(store, part, sumWithinOr))
  }
  if (scores.length === 0) return { constant, varying: undefined }
  return { constant, varying: (slot) => scores.reduce((sum, score) => sum + score(slot), 0) }
}

function queryOptionsOf(store: Store, params: Params, { dictionaries }: WordLists): QueryOptions {
  const optionOf = lookupIn(params, store.settings)
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
    optionalWords:
      Array.isArray(optional) && optional === store.settings['optionalWords']
        ? store.parsedSettings.optionalWords
        : optionalWordsOf(
            store.parsedSettings,
            typeof optional === 'string' ? [optional] : stringsOf(optional),
          ),
    wordsWithoutTypos: store.parsedSettings.wordsWithoutTypos,
    isStopWord: requestedStopWords(
      optionOf('removeStopWords'),
      stringsOf(optionOf('queryLanguages')),
      dictionaries,
    ),
    removeWordsIfNoResults:
      removeWords === 'lastWords' || removeWords === 'firstWords' || removeWords === 'allOptional'
        ? removeWords
        : 'none',
  }
}

/** 1 for each named attribute; undefined when none is named. */
function attributeMask(store: Store, value: unknown): Uint8Array | undefined {
  const names = stringsOf(value).filter((name) => name !== '')
  if (names.length === 0) return undefined
  return Uint8Array.from(store.attributes, ({ path }) => (names.includes(path) ? 1 : 0))
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

interface RequiredFilters {
  /** Undefined when every record passes. */
  filter: SlotFilter | undefined
  parts: readonly Filter[]
}

const noFilters: RequiredFilters = { filter: undefined, parts: [] }
const filtersIn = memoizeByObject((_store: Store) => new Map<string, RequiredFilters>())
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

function filtersOf(store: Store, params: Params): RequiredFilters {
  const filters = textOf(params['filters'], '')
  const key = JSON.stringify([filters, ...lists.map((name) => params[name] ?? null)])
  if (key === '["",null,null,null]') return noFilters
  const read = () => {
    const combined: Filter = { kind: 'and', parts: requiredFilters(params) }
    checkCost(store, 'filters', costOf(combined))
    return { filter: createSlotFilter(store, combined), parts: combined.parts }
  }
  return getOrMake(filtersIn(store), key, read, maxCachedFilters)
}

const lists: readonly FilterListName[] = ['facetFilters', 'numericFilters', 'tagFilters']

/** The filters that every match passes. */
function requiredFilters(params: Params): Filter[] {
  return [
    readFilter('filters', () => parseFilter(textOf(params['filters'], ''))),
    ...lists.map((name) => readFilter(name, () => parseFilterList(params[name], name))),
  ].filter((part) => part !== undefined)
}
