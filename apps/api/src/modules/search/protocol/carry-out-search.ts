import { randomBytes } from 'node:crypto'
import { answer, type Hit } from '../engine/answer.ts'
import { countFacet } from '../engine/facets.ts'
import { createHighlighter } from '../engine/highlight.ts'
import type { Indexes } from '../engine/indexes.ts'
import { nearTerms } from '../engine/near-terms.ts'
import { queryWordsOf, type QueryOptions } from '../engine/query.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import { find, numberOf, textOf } from '../engine/search.ts'
import { stringsOf } from '../engine/settings.ts'
import { wordsOf } from '../engine/words.ts'
import { badRequest, unknownIndex } from './algolia-error.ts'
import { demandIndex, type Grant } from './keys.ts'
import { echoParams, readParams, type Params } from './params.ts'

export type Body = Readonly<Record<string, unknown>>

export interface SearchCall {
  indexes: Indexes
  grant: Grant
}

const maxQueries = 50

export function indexOf({ indexes, grant }: SearchCall, name: string): SearchIndex {
  demandIndex(grant, name)
  const index = indexes.find(name)
  if (!index) throw unknownIndex(name)
  return index
}

/** Several searches in one call; each may be of another index, and some may ask for the values of a facet. */
export function searchMany(call: SearchCall, body: Body): Hit {
  const { requests, strategy } = body
  if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
  if (requests.length > maxQueries) throw badRequest(`Too many queries in one call, at most ${maxQueries}`)
  const results: Hit[] = []
  let isEnough = false
  for (const request of requests) {
    const one = bodyOf(request)
    const name = one['indexName']
    if (typeof name !== 'string' || name === '') throw badRequest('indexName: is required')
    if (isEnough) {
      results.push({ ...emptyResult, index: name, params: echoParams(one) })
      continue
    }
    const result = one['type'] === 'facet' ? facetResult(call, name, one) : searchOne(call, name, one)
    results.push({ ...result, index: name })
    const [found, wanted] = [result['nbHits'], result['hitsPerPage']]
    isEnough =
      strategy === 'stopIfEnoughMatches' &&
      typeof found === 'number' &&
      typeof wanted === 'number' &&
      found >= wanted
  }
  return { results }
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

export function bodyOf(value: unknown): Body {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw badRequest('Invalid JSON, expected an object')
  }
  // An object of JSON.
  return value as Body
}

/** One search. The answer says how long it took, and is kept to `responseFields` where they are given. */
export function searchOne(call: SearchCall, name: string, body: Body): Hit {
  const from = performance.now()
  const index = indexOf(call, name)
  const given = readParams(body)
  const params = imposed(given, call.grant)
  const found = find(index.store, params)
  const result: Hit = {
    ...answer(found, params, { isAdmin: call.grant.isAdmin }),
    params: echoParams(body),
    ...(params['clickAnalytics'] === true && { queryID: randomBytes(16).toString('hex') }),
  }
  const took = Math.max(1, Math.round(performance.now() - from))
  const timed: Hit = {
    ...result,
    processingTimeMS: took,
    processingTimingsMS: { total: took },
    serverTimeMS: took,
  }
  const fields = stringsOf(params['responseFields'])
  if (params['responseFields'] === undefined || fields.includes('*')) return timed
  return Object.fromEntries(Object.entries(timed).filter(([field]) => fields.includes(field)))
}

/** What a secured key says outweighs the search; its filters narrow it further. */
function imposed(params: Params, grant: Grant): Params {
  const names = Object.keys(grant.imposed)
  if (names.length === 0) return params
  const fromKey = readParams(grant.imposed)
  const [own, added] = [textOf(params['filters'], ''), textOf(fromKey['filters'], '')]
  const filters = own !== '' && added !== '' ? `(${own}) AND (${added})` : own + added
  return { ...params, ...fromKey, ...(filters !== '' && { filters }) }
}

const facetWords: QueryOptions = {
  queryType: 'prefixLast',
  typoLengths: { one: 4, two: 8 },
  mayMistypeNumbers: true,
  optionalWords: new Set(),
  removeWordsIfNoResults: 'none',
}

function facetResult(call: SearchCall, name: string, body: Body): Hit {
  const { facet } = body
  if (typeof facet !== 'string') throw badRequest('facet: is required')
  return facetValues(call, { index: name, facet, body })
}

/** Values of a facet that begin with what was typed, the most frequent first, among what the search finds. */
export function facetValues(
  call: SearchCall,
  { index: name, facet, body }: { index: string; facet: string; body: Body },
): Hit {
  const from = performance.now()
  const { store } = indexOf(call, name)
  const params = imposed(readParams(body), call.grant)
  if (!store.read.facets.get(facet)?.isSearchable) {
    throw badRequest(
      `Cannot search in \`${facet.slice(0, 100)}\` attribute, you need to add \`searchable(${facet.slice(0, 100)})\` to attributesForFaceting.`,
    )
  }
  const { matches } = find(store, params)
  const words = queryWordsOf(textOf(params['facetQuery'], ''), facetWords)
  const counted = countFacet(store, facet, matches)
  const highlighter = createHighlighter(store.vocabulary, words, [
    textOf(params['highlightPreTag'], '<em>'),
    textOf(params['highlightPostTag'], '</em>'),
  ])
  const isMeant = (value: string): boolean => {
    const terms = wordsOf(value)
      .map(({ folded }) => folded)
      .toSorted((left, right) => (left < right ? -1 : 1))
    return words.every(({ text: word, ...rest }) => {
      let isNear = false
      nearTerms(terms, { word, ...rest }, () => {
        isNear = true
      })
      return isNear
    })
  }
  const hits = counted
    .filter(({ value }) => isMeant(value))
    .slice(0, numberOf(params['maxFacetHits'], 10))
    .map(({ value, count }) => ({ value, highlighted: highlighter.text(value).value, count }))
  return {
    facetHits: hits,
    exhaustiveFacetsCount: true,
    exhaustive: { facetsCount: true },
    processingTimeMS: Math.max(1, Math.round(performance.now() - from)),
  }
}
