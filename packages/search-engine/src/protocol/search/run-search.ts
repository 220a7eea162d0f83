import { randomBytes } from 'node:crypto'
import { buildResponse, type WriteHit } from '../../engine/response/build-response.ts'
import type { Hit } from '../../engine/response/attribute-writer.ts'
import { createJsonBytes, type JsonBytes } from '../../engine/response/json-bytes.ts'
import { find, numberOf } from '../../engine/search.ts'
import { stringsOf } from '../../engine/settings.ts'
import { badRequest } from '../algolia-error.ts'
import type { CallBudget } from './call-budget.ts'
import { applyEnforcedParams } from './enforced-params.ts'
import { facetValues } from './facet-values.ts'
import { seesUnretrievable } from '../keys.ts'
import { echoParams, readParams } from '../params.ts'
import { asJsonObject, indexOf, type JsonObject, type SearchContext } from './search-context.ts'
import { wordListsFor } from '../words/word-lists.ts'

const maxQueries = 50

/**
 * Runs several searches of one request, on any indexes; some may search facet values. Returns the response as JSON.
 * @throws AlgoliaError 400 also when the call would cost too much
 */
export async function searchMany(call: SearchContext, body: JsonObject): Promise<Buffer> {
  const { requests, strategy } = body
  if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
  if (requests.length > maxQueries) throw badRequest(`Too many queries in one call, at most ${maxQueries}`)
  const out = createJsonBytes()
  const add = (result: Hit) => {
    const start = out.length
    out.text(JSON.stringify(result))
    call.budget.spendBytes(out.length - start)
  }
  let isEnough = false
  let before = '{"results":['
  for (const request of requests) {
    const one = asJsonObject(request)
    const name = one['indexName']
    if (typeof name !== 'string' || name === '') throw badRequest('indexName: is required')
    out.text(before)
    before = ','
    if (isEnough) {
      add({ ...emptyResult, index: name, params: echoParams(one) })
      continue
    }
    await call.budget.takeTurn()
    if (one['type'] === 'facet') {
      add({ ...(await facetResult(call, name, one)), index: name })
      continue
    }
    const { nbHits, hitsPerPage } = await searchOne(call, out, { name, body: one, more: { index: name } })
    isEnough = strategy === 'stopIfEnoughMatches' && nbHits >= hitsPerPage
  }
  out.text(before === ',' ? ']}' : '{"results":[]}')
  return out.take()
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

/**
 * Runs one search and returns its response as JSON.
 * @throws AlgoliaError 400, also when the response is too large
 */
export async function searchSingle(call: SearchContext, name: string, body: JsonObject): Promise<Buffer> {
  const out = createJsonBytes()
  await searchOne(call, out, { name, body, more: {} })
  return out.take()
}

interface OneSearch {
  name: string
  body: JsonObject
  /** Fields that are added to the response. */
  more: JsonObject
}

/** Runs one search and writes its response, limited to `responseFields`. */
async function searchOne(
  call: SearchContext,
  out: JsonBytes,
  { name, body, more }: OneSearch,
): Promise<{ nbHits: number; hitsPerPage: number }> {
  const { budget } = call
  const from = performance.now()
  const index = indexOf(call, name)
  const params = applyEnforcedParams(readParams(body), call.grant)
  const found = await find(index.store, params, budget, wordListsFor(call.indexes, name))
  const options = { isAdmin: seesUnretrievable(call.grant) }
  const page = await buildResponse(found, params, options, budget)
  const requested = stringsOf(params['responseFields'])
  const isShown = (field: string) =>
    params['responseFields'] === undefined || requested.includes('*') || requested.includes(field)
  if (isShown('hits')) await writeHits(out, page.hits, budget)
  const took = Math.max(1, Math.round(performance.now() - from))
  const fields: Hit = {
    ...page.fields,
    params: echoParams(body),
    ...(params['clickAnalytics'] === true && { queryID: randomBytes(16).toString('hex') }),
    processingTimeMS: took,
    processingTimingsMS: { total: took },
    serverTimeMS: took,
  }
  const shown =
    params['responseFields'] === undefined
      ? fields
      : Object.fromEntries(Object.entries(fields).filter(([field]) => isShown(field)))
  const rest = JSON.stringify({ ...shown, ...more })
  const start = out.length
  if (!isShown('hits')) out.text(rest)
  else out.text(rest === '{}' ? '}' : `,${rest.slice(1)}`)
  budget.spendBytes(out.length - start)
  return {
    nbHits: numberOf(page.fields['nbHits'], 0),
    hitsPerPage: numberOf(page.fields['hitsPerPage'], 0),
  }
}

async function writeHits(out: JsonBytes, hits: readonly WriteHit[], budget: CallBudget): Promise<void> {
  let before = '{"hits":['
  for (const write of hits) {
    out.text(before)
    before = ','
    const from = out.length
    write(out)
    budget.spendBytes(out.length - from)
    if (budget.isTurnOver()) await budget.takeTurn()
  }
  out.text(before === ',' ? ']' : '{"hits":[]')
}

async function facetResult(call: SearchContext, name: string, body: JsonObject): Promise<Hit> {
  const { facet } = body
  if (typeof facet !== 'string') throw badRequest('facet: is required')
  return facetValues(call, { index: name, facet, body })
}
