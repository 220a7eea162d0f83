import { randomBytes } from 'node:crypto'
import { buildResponse } from '../engine/response/build-response.ts'
import { countFacet } from '../engine/response/facets.ts'
import { createHighlighter } from '../engine/response/highlight.ts'
import type { Hit } from '../engine/response/attribute-writer.ts'
import type { Indexes } from '../engine/indexes.ts'
import { findFuzzyTerms } from '../engine/vocabulary/fuzzy-terms.ts'
import { queryTermsOf, type QueryOptions } from '../engine/matching/query.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import { find, numberOf, readFilter, textOf } from '../engine/search.ts'
import { stringsOf } from '../engine/settings.ts'
import { tokenize } from '../engine/vocabulary/tokenize.ts'
import { parseFilter } from '../filters/parse-filter.ts'
import { badRequest, unknownIndex } from './algolia-error.ts'
import { createCallBudget, type CallBudget } from './call-budget.ts'
import { isInternal } from './internal-indexes.ts'
import { requireIndexAccess, seesUnretrievable, type Grant } from './keys.ts'
import { echoParams, readParams, type Params } from './params.ts'
import { wordListsFor } from './words/word-lists.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface SearchContext {
  indexes: Indexes
  grant: Grant
}

const maxQueries = 50

export function indexOf({ indexes, grant }: SearchContext, name: string): SearchIndex {
  requireIndexAccess(grant, name)
  const index = isInternal(name) ? undefined : indexes.find(name)
  if (!index) throw unknownIndex(name)
  return index
}

/**
 * Runs several searches of one request, on any indexes; some may search facet values. Returns the response as JSON.
 * @throws AlgoliaError 400 also when the call would cost too much
 */
export async function searchMany(call: SearchContext, body: JsonObject): Promise<string> {
  const { requests, strategy } = body
  if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
  if (requests.length > maxQueries) throw badRequest(`Too many queries in one call, at most ${maxQueries}`)
  const budget = createCallBudget()
  const results: string[] = []
  const add = (result: Hit) => {
    const json = JSON.stringify(result)
    budget.spendBytes(json)
    results.push(json)
  }
  let isEnough = false
  for (const request of requests) {
    const one = asJsonObject(request)
    const name = one['indexName']
    if (typeof name !== 'string' || name === '') throw badRequest('indexName: is required')
    if (isEnough) {
      add({ ...emptyResult, index: name, params: echoParams(one) })
      continue
    }
    await budget.takeTurn()
    if (one['type'] === 'facet') {
      add({ ...(await facetResult({ ...call, budget }, name, one)), index: name })
      continue
    }
    const { json, nbHits, hitsPerPage } = await searchOne({ ...call, budget }, name, one, { index: name })
    results.push(json)
    isEnough = strategy === 'stopIfEnoughMatches' && nbHits >= hitsPerPage
  }
  return `{"results":[${results.join(',')}]}`
}

const emptyResult = {
  hits: [],
  nbHits: 0,
  page: 0,
  nbPages: 0,
  hitsPerPage: 0,
  processingTimeMS: 0,
  query: '',
  exhaustiveNbHits: true,
  processed: false,
}

export function asJsonObject(value: unknown): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw badRequest('Invalid JSON, expected an object')
  }
  // Parsed from JSON.
  return value as JsonObject
}

/**
 * Runs one search and returns its response as JSON.
 * @throws AlgoliaError 400, also when the response is too large
 */
export async function searchSingle(call: SearchContext, name: string, body: JsonObject): Promise<string> {
  const { json } = await searchOne({ ...call, budget: createCallBudget() }, name, body)
  return json
}

interface LimitedCall extends SearchContext {
  budget: CallBudget
}

/** Runs one search and limits the response to `responseFields`. `more` is added to the response. */
async function searchOne(
  call: LimitedCall,
  name: string,
  body: JsonObject,
  more: JsonObject = {},
): Promise<{ json: string; nbHits: number; hitsPerPage: number }> {
  const { budget } = call
  const from = performance.now()
  const index = indexOf(call, name)
  const params = applyEnforcedParams(readParams(body), call.grant)
  const found = await find(index.store, params, budget, wordListsFor(call.indexes, name))
  const options = { isAdmin: seesUnretrievable(call.grant) }
  const page = await buildResponse(found, params, options, budget)
  const requested = stringsOf(params['responseFields'])
  const isAll = params['responseFields'] === undefined || requested.includes('*')
  const hits: string[] = []
  if (isAll || requested.includes('hits')) {
    for (const json of page.hits) {
      budget.spendBytes(json)
      hits.push(json)
      if (budget.isTurnOver()) await budget.takeTurn()
    }
  }
  const took = Math.max(1, Math.round(performance.now() - from))
  const fields: Hit = {
    ...page.fields,
    params: echoParams(body),
    ...(params['clickAnalytics'] === true && { queryID: randomBytes(16).toString('hex') }),
    processingTimeMS: took,
    processingTimingsMS: { total: took },
    serverTimeMS: took,
  }
  const shown = Object.entries(fields).filter(([field]) => isAll || requested.includes(field))
  const parts = [...shown, ...Object.entries(more)].map(
    ([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`,
  )
  const rest = parts.join(',')
  budget.spendBytes(rest)
  if (isAll || requested.includes('hits')) parts.unshift(`"hits":[${hits.join(',')}]`)
  return {
    json: `{${parts.join(',')}}`,
    nbHits: numberOf(page.fields['nbHits'], 0),
    hitsPerPage: numberOf(page.fields['hitsPerPage'], 0),
  }
}

/** Parameters of a restricted key override the request's; its filters are added. */
export function applyEnforcedParams(requested: Params, { enforcedParams, maxHitsPerQuery }: Grant): Params {
  let params = requested
  for (const enforced of enforcedParams) {
    const fromKey = readParams(enforced)
    params = { ...params, ...fromKey, ...bothFilters(params['filters'], fromKey['filters']) }
  }
  if (maxHitsPerQuery === 0) return params
  const limit = (name: string) => Math.min(numberOf(params[name], maxHitsPerQuery), maxHitsPerQuery)
  const hasLength = params['length'] !== undefined || params['offset'] !== undefined
  return { ...params, hitsPerPage: limit('hitsPerPage'), ...(hasLength && { length: limit('length') }) }
}

function bothFilters(own: unknown, fromKey: unknown): { filters?: string } {
  const [ownFilters, keyFilters] = [textOf(own, ''), textOf(fromKey, '')]
  // Parsed alone first: an unclosed quotation mark or a trailing OR would swallow the key's filters. A complete OR cannot,
  // because OR binds tighter than AND in this language. Brackets around both would nest too deep for it.
  readFilter('filters', () => parseFilter(ownFilters))
  const filters =
    ownFilters !== '' && keyFilters !== '' ? `${ownFilters} AND ${keyFilters}` : ownFilters + keyFilters
  return filters === '' ? {} : { filters }
}

const facetQueryOptions: QueryOptions = {
  queryType: 'prefixLast',
  typoLengths: { one: 4, two: 8 },
  allowsTyposInNumbers: true,
  optionalWords: new Set(),
  removeWordsIfNoResults: 'none',
}

async function facetResult(call: LimitedCall, name: string, body: JsonObject): Promise<Hit> {
  const { facet } = body
  if (typeof facet !== 'string') throw badRequest('facet: is required')
  return facetValues(call, { index: name, facet, body })
}

/** Facet values that match `facetQuery` among the search results, most frequent first. */
export async function facetValues(
  call: SearchContext & { budget?: CallBudget },
  { index: name, facet, body }: { index: string; facet: string; body: JsonObject },
): Promise<Hit> {
  const { budget = createCallBudget() } = call
  const from = performance.now()
  const { store } = indexOf(call, name)
  const params = applyEnforcedParams(readParams(body), call.grant)
  if (!store.parsedSettings.facets.get(facet)?.isSearchable) {
    throw badRequest(
      `Cannot search in \`${facet.slice(0, 100)}\` attribute, you need to add \`searchable(${facet.slice(0, 100)})\` to attributesForFaceting.`,
    )
  }
  const { matches } = await find(store, params, budget, wordListsFor(call.indexes, name))
  const words = queryTermsOf(textOf(params['facetQuery'], ''), facetQueryOptions)
  const facetCounts = countFacet(store, facet, matches)
  const highlighter = createHighlighter(store.vocabulary, words, [
    textOf(params['highlightPreTag'], '<em>'),
    textOf(params['highlightPostTag'], '</em>'),
  ])
  const matchesQuery = (value: string): boolean => {
    const terms = tokenize(value)
      .map(({ folded }) => folded)
      .toSorted((left, right) => (left < right ? -1 : 1))
    return words.every(({ text: word, ...rest }) => {
      let isNear = false
      findFuzzyTerms(terms, { word, ...rest }, () => {
        isNear = true
      })
      return isNear
    })
  }
  const maxHits = numberOf(params['maxFacetHits'], 10)
  const hits: Hit[] = []
  for (const { value, count } of facetCounts) {
    if (hits.length >= maxHits) break
    if (budget.isTurnOver()) await budget.takeTurn()
    if (matchesQuery(value)) hits.push({ value, highlighted: highlighter.text(value).value, count })
  }
  return {
    facetHits: hits,
    exhaustiveFacetsCount: true,
    exhaustive: { facetsCount: true },
    processingTimeMS: Math.max(1, Math.round(performance.now() - from)),
  }
}
