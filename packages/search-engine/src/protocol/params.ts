import { badRequest } from './algolia-error.ts'
import { kinds, readers } from './param-kinds.ts'

/** Validated search parameters. */
export type Params = Readonly<Record<string, unknown>>

const maxQueryBytes = 512
/** A tag is repeated for every matched word. */
const maxTagLength = 100

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
  return expandParams(params)
}

/** Adds the parameters that `naturalLanguages` and `similarQuery` stand for; those of the request come first. */
function expandParams(params: Params): Params {
  const { naturalLanguages, similarQuery } = params
  const isNatural = Array.isArray(naturalLanguages) && naturalLanguages.some((code) => code !== '')
  const isSimilar = typeof similarQuery === 'string' && similarQuery !== ''
  return {
    ...(isNatural && {
      ignorePlurals: naturalLanguages,
      removeStopWords: naturalLanguages,
      removeWordsIfNoResults: 'allOptional',
    }),
    ...(isSimilar && { removeStopWords: true }),
    ...params,
    ...(isSimilar && { query: similarQuery, optionalWords: [similarQuery], queryType: 'prefixNone' }),
  }
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

const ranges = Object.entries<readonly [number, number]>({
  page: [0, 1_000_000_000],
  hitsPerPage: [0, 1000],
  offset: [0, 1_000_000_000],
  length: [0, 1000],
  maxValuesPerFacet: [0, 1000],
  maxFacetHits: [1, 100],
  minProximity: [1, 7],
  minWordSizefor1Typo: [0, 1000],
  minWordSizefor2Typos: [0, 1000],
})

const choices = Object.entries<readonly string[]>({
  queryType: ['prefixLast', 'prefixAll', 'prefixNone'],
  removeWordsIfNoResults: ['none', 'lastWords', 'firstWords', 'allOptional'],
  exactOnSingleWordQuery: ['attribute', 'none', 'word'],
  sortFacetValuesBy: ['count', 'alpha'],
})

/** @throws AlgoliaError 400 that names a parameter or setting outside its range */
export function checkParams(params: Params): void {
  for (const [name, [low, high]] of ranges) {
    const value = params[name]
    if (typeof value === 'number' && (value < low || value > high)) {
      throw badRequest(`Invalid value for "${name}" parameter, expected integer between ${low} and ${high}`)
    }
  }
  for (const [name, allowed] of choices) {
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
  for (const name of ['query', 'similarQuery', 'facetQuery']) {
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
