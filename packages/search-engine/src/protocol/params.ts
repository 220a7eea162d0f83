import { badRequest } from './algolia-error.ts'

/** Validated search parameters. */
export type Params = Readonly<Record<string, unknown>>

type Kind = 'text' | 'integer' | 'flag' | 'texts' | 'any'

const kinds = new Map<string, Kind>([
  ...named('text', 'query similarQuery filters cursor highlightPreTag highlightPostTag snippetEllipsisText'),
  ...named(
    'text',
    'aroundLatLng userToken sortFacetValuesBy facetQuery queryType removeWordsIfNoResults mode',
  ),
  ...named('text', 'exactOnSingleWordQuery attributeForDistinct'),
  ...named(
    'integer',
    'page hitsPerPage offset length maxValuesPerFacet minWordSizefor1Typo minWordSizefor2Typos',
  ),
  ...named('integer', 'minProximity maxFacetHits relevancyStrictness personalizationImpact aroundPrecision'),
  ...named('integer', 'minimumAroundRadius'),
  ...named('flag', 'getRankingInfo sumOrFiltersScores analytics clickAnalytics percentileComputation'),
  ...named('flag', 'enableABTest enablePersonalization enableRules enableReRanking synonyms advancedSyntax'),
  ...named('flag', 'allowTyposOnNumericTokens replaceSynonymsInHighlight restrictHighlightAndSnippetArrays'),
  ...named('flag', 'facetingAfterDistinct aroundLatLngViaIP decompoundQuery'),
  ...named('flag', 'attributeCriteriaComputedByMinProximity'),
  ...named(
    'texts',
    'attributesToRetrieve attributesToHighlight attributesToSnippet restrictSearchableAttributes',
  ),
  ...named('texts', 'facets responseFields analyticsTags ruleContexts alternativesAsExact queryLanguages'),
  ...named('texts', 'naturalLanguages disableTypoToleranceOnAttributes disableExactOnAttributes'),
  ...named('texts', 'disableTypoToleranceOnWords advancedSyntaxFeatures ranking customRanking'),
  ...named(
    'any',
    'facetFilters numericFilters tagFilters optionalFilters optionalWords typoTolerance distinct',
  ),
  ...named(
    'any',
    'ignorePlurals removeStopWords aroundRadius insideBoundingBox insidePolygon semanticSearch',
  ),
  ...named('any', 'renderingContent reRankingApplyFilter userData extensions'),
])

function named(kind: Kind, names: string): [string, Kind][] {
  return names.split(' ').map((name) => [name, kind])
}

const maxQueryBytes = 512
/** A tag is repeated for every matched word. */
const maxTagLength = 100
/** Each name of a list is compared with each attribute of each hit. */
const maxListLength = 100

/** Fields of a request body that are not search parameters. */
const nonSearchParams = new Set(['indexName', 'params', 'type', 'facet', 'strategy', 'requests'])

/**
 * The search parameters of a request body: flat keys, a `params` object, or `params` as a query string.
 * @throws AlgoliaError 400 that names the invalid parameter
 */
export function readParams(body: Readonly<Record<string, unknown>>): Params {
  const params: Record<string, unknown> = {}
  for (const [name, value] of rawParams(body)) {
    if (value === undefined || value === null) continue
    const kind = kinds.get(name)
    if (!kind) throw badRequest(`Unknown parameter: ${name.slice(0, 100)}`)
    params[name] = readers[kind](name, value)
  }
  checkParams(params)
  return params
}

/** Parameters in request order; flat keys come last because they override `params`. */
function rawParams(body: Readonly<Record<string, unknown>>): [string, unknown][] {
  const flat = Object.entries(body).filter(([name]) => !nonSearchParams.has(name))
  const { params } = body
  if (params === undefined || params === null) return flat
  if (typeof params === 'string') return [...new URLSearchParams(params), ...flat]
  if (typeof params === 'object' && !Array.isArray(params)) return [...Object.entries(params), ...flat]
  throw badRequest('params: expected a string')
}

const readers: Readonly<Record<Kind, (name: string, value: unknown) => unknown>> = {
  any: (_name, value) => value,
  text: (name, value) => {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw badRequest(`Invalid value for "${name}" parameter, expected string`)
  },
  flag: (name, value) => {
    if (value === true || value === 'true' || value === 1 || value === '1') return true
    if (value === false || value === 'false' || value === 0 || value === '0') return false
    throw badRequest(`Invalid value for "${name}" parameter, expected boolean`)
  },
  integer: integerOf,
  texts: textsOf,
}

function integerOf(name: string, value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw badRequest(`Invalid value for "${name}" parameter, expected integer`)
}

function textsOf(name: string, value: unknown): string[] {
  let list = value
  if (typeof value === 'string') {
    list = value.trim() === '' ? [] : value.split(',').map((part) => part.trim())
    if (value.startsWith('[')) {
      try {
        list = JSON.parse(value)
      } catch {
        throw badRequest(`Invalid value for "${name}" parameter, expected array of strings`)
      }
    }
  }
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw badRequest(`Invalid value for "${name}" parameter, expected array of strings`)
  }
  if (list.length > maxListLength) {
    throw badRequest(`Invalid value for "${name}" parameter, expected at most ${maxListLength} items`)
  }
  return list
}

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  page: [0, 1_000_000_000],
  hitsPerPage: [0, 1000],
  offset: [0, 1_000_000_000],
  length: [0, 1000],
  maxValuesPerFacet: [0, 1000],
  maxFacetHits: [1, 100],
  minProximity: [1, 7],
  minWordSizefor1Typo: [0, 1000],
  minWordSizefor2Typos: [0, 1000],
}

const choices: Readonly<Record<string, readonly string[]>> = {
  queryType: ['prefixLast', 'prefixAll', 'prefixNone'],
  removeWordsIfNoResults: ['none', 'lastWords', 'firstWords', 'allOptional'],
  exactOnSingleWordQuery: ['attribute', 'none', 'word'],
  sortFacetValuesBy: ['count', 'alpha'],
}

function checkParams(params: Params): void {
  for (const [name, [low, high]] of Object.entries(ranges)) {
    const value = params[name]
    if (typeof value === 'number' && (value < low || value > high)) {
      throw badRequest(`Invalid value for "${name}" parameter, expected integer between ${low} and ${high}`)
    }
  }
  for (const [name, allowed] of Object.entries(choices)) {
    const value = params[name]
    // An empty text means the default.
    if (value !== undefined && value !== '' && !(typeof value === 'string' && allowed.includes(value))) {
      throw badRequest(`Invalid value for "${name}" parameter, expected one of ${allowed.join(', ')}`)
    }
  }
  for (const name of ['highlightPreTag', 'highlightPostTag', 'snippetEllipsisText']) {
    const value = params[name]
    if (typeof value === 'string' && value.length > maxTagLength) {
      throw badRequest(`Invalid value for "${name}" parameter, expected at most ${maxTagLength} characters`)
    }
  }
  for (const name of ['query', 'facetQuery']) {
    const value = params[name]
    if (typeof value === 'string' && Buffer.byteLength(value) > maxQueryBytes) {
      throw badRequest(`Invalid value for "${name}" parameter, expected at most ${maxQueryBytes} bytes`)
    }
  }
}

/** The parameters as a query string, in request order, with lists as JSON. */
export function echoParams(body: Readonly<Record<string, unknown>>): string {
  if (typeof body['params'] === 'string') return body['params']
  const echo = new URLSearchParams()
  for (const [name, value] of rawParams(body)) {
    if (value === undefined || value === null) continue
    echo.append(
      name,
      typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`,
    )
  }
  return echo.toString()
}
