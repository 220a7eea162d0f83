import type { FastifyInstance, FastifyRequest } from 'fastify'
import { retrieverOf, type Hit } from '../engine/build-response.ts'
import { AlgoliaError, badRequest } from './algolia-error.ts'
import { createResponseCache } from './response-cache.ts'
import { browse } from './browse.ts'
import { createCallBudget } from './call-budget.ts'
import {
  asJsonObject,
  facetValues,
  indexOf,
  searchMany,
  searchSingle,
  type JsonObject,
  type SearchContext,
} from './run-search.ts'
import { adminPermissions, requirePermission, searchPermissions } from './keys.ts'
import { grantFor, jsonOf, pathPart, queryOf, type SearchServerOptions } from './request-context.ts'
import { recordOf } from './write-records.ts'

const maxObjects = 1000

/** Mounts the routes that only read. */
export function mountReads(api: FastifyInstance, { indexes, keys, perMinute }: SearchServerOptions): void {
  const config = { rateLimit: { max: perMinute, timeWindow: 60_000 } }
  const call = (request: FastifyRequest): SearchContext => ({ indexes, grant: grantFor(request) })

  const send = createResponseCache(indexes)

  api.post('/indexes/:index/queries', { config }, (request, reply) => {
    requirePermission(grantFor(request), 'search')
    return send(request, reply, () => searchMany(call(request), jsonOf(request)))
  })

  api.post('/indexes/:index/query', { config }, (request, reply) => {
    requirePermission(grantFor(request), 'search')
    return send(request, reply, () =>
      searchSingle(call(request), pathPart(request, 'index'), jsonOf(request)),
    )
  })

  api.get('/indexes/:index', { config }, async (request, reply) => {
    requirePermission(grantFor(request), 'search')
    const json = await searchSingle(call(request), pathPart(request, 'index'), queryOf(request))
    return reply.type('application/json; charset=utf-8').send(json)
  })

  api.post('/indexes/:index/browse', { config }, (request) => {
    requirePermission(grantFor(request), 'browse')
    return browse(call(request), pathPart(request, 'index'), jsonOf(request))
  })

  api.get('/indexes/:index/browse', { config }, (request) => {
    requirePermission(grantFor(request), 'browse')
    return browse(call(request), pathPart(request, 'index'), queryOf(request))
  })

  api.post('/indexes/:index/facets/:facet/query', { config }, (request) => {
    requirePermission(grantFor(request), 'search')
    const [index, facet] = [pathPart(request, 'index'), pathPart(request, 'facet')]
    return facetValues(call(request), { index, facet, body: jsonOf(request) })
  })

  api.post('/indexes/:index/objects', { config }, (request) => {
    requirePermission(grantFor(request), 'search')
    return getObjects(call(request), jsonOf(request))
  })

  api.get('/indexes/:index/settings', { config }, (request) => {
    requirePermission(grantFor(request), 'settings')
    const { settings } = indexOf(call(request), pathPart(request, 'index'))
    return { ...defaultSettings, ...settings, version: 2 }
  })

  // Writes finish before their response, so every task is published.
  api.get('/indexes/:index/task/:task', { config }, () => ({ status: 'published', pendingTask: false }))

  api.get('/task/:task', { config }, () => ({ status: 'published', pendingTask: false }))

  api.get('/indexes/:index/:object', { config }, (request) => {
    requirePermission(grantFor(request), 'search')
    const found = getObject(call(request), {
      index: pathPart(request, 'index'),
      objectID: pathPart(request, 'object'),
      params: listsOf(queryOf(request)),
    })
    if (!found) throw new AlgoliaError(404, 'ObjectID does not exist')
    return found
  })

  api.get('/indexes', { config }, (request) => {
    requirePermission(grantFor(request), 'listIndexes')
    const items = indexes.all().map(([name, { store, createdAt, updatedAt }]) => ({
      name,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      entries: store.size,
      dataSize: 0,
      fileSize: 0,
      lastBuildTimeS: 0,
      numberOfPendingTasks: 0,
      pendingTask: false,
    }))
    return { items, nbPages: 1 }
  })

  api.get('/keys', { config }, (request) => {
    requirePermission(grantFor(request), 'settings')
    return { keys: [{ value: keys.searchKey, acl: searchPermissions, validity: 0, createdAt: 0 }] }
  })

  api.get('/keys/:key', { config }, (request) => {
    const { isAdmin } = grantFor(request)
    const key = pathPart(request, 'key')
    if (key === keys.searchKey) return { value: key, acl: searchPermissions, validity: 0, createdAt: 0 }
    if (isAdmin && key === keys.adminKey)
      return { value: key, acl: adminPermissions, validity: 0, createdAt: 0 }
    if (!isAdmin) throw new AlgoliaError(403, 'Method not allowed with this API key')
    throw new AlgoliaError(404, 'Key does not exist')
  })
}

/** Algolia's values for settings that are not set. */
const defaultSettings = {
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  hitsPerPage: 20,
  maxValuesPerFacet: 100,
  searchableAttributes: null,
  attributesToRetrieve: null,
  unretrievableAttributes: null,
  optionalWords: null,
  attributesForFaceting: null,
  attributesToSnippet: null,
  attributesToHighlight: null,
  paginationLimitedTo: 1000,
  attributeForDistinct: null,
  exactOnSingleWordQuery: 'attribute',
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'],
  customRanking: null,
  separatorsToIndex: '',
  removeWordsIfNoResults: 'none',
  queryType: 'prefixLast',
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  alternativesAsExact: ['ignorePlurals', 'singleWordSynonym'],
}

interface ObjectRequest {
  index: string
  objectID: string
  params: JsonObject
}

function getObject(call: SearchContext, { index: name, objectID, params }: ObjectRequest): Hit | null {
  const index = indexOf(call, name)
  const record = recordOf(index, objectID)
  return record ? retrieverOf(index.store, params, call.grant.isAdmin)(record) : null
}

function getObjects(call: SearchContext, { requests }: JsonObject): Hit {
  if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
  if (requests.length > maxObjects) throw badRequest(`Too many objects in one call, at most ${maxObjects}`)
  const budget = createCallBudget()
  return {
    results: requests.map((request: unknown) => {
      const { indexName, objectID, attributesToRetrieve } = asJsonObject(request)
      if (typeof indexName !== 'string') throw badRequest('indexName: is required')
      if (typeof objectID !== 'string') throw badRequest('objectID: is required')
      const params = listsOf({ attributesToRetrieve })
      const record = getObject(call, { index: indexName, objectID, params })
      budget.spendBytes(JSON.stringify(record))
      return record
    }),
  }
}

/** `attributesToRetrieve` as a list; a query string separates names by commas. */
function listsOf({ attributesToRetrieve: requested }: JsonObject): JsonObject {
  if (requested === undefined || requested === null) return {}
  return { attributesToRetrieve: typeof requested === 'string' ? requested.split(',') : requested }
}
