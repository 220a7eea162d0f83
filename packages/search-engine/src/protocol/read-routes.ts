import type { FastifyInstance, FastifyRequest } from 'fastify'
import { retrieverOf, type Hit } from '../engine/response/attribute-writer.ts'
import type { Indexes } from '../engine/indexes.ts'
import { replicaNames } from '../engine/replicas.ts'
import type { IndexSettings } from '../engine/settings.ts'
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
import { primaryOf } from './index-writes.ts'
import { shownSettings } from './index-settings.ts'
import { isInternal } from './internal-indexes.ts'
import { requirePermission, seesUnretrievable } from './keys.ts'
import { grantFor, jsonOf, pathPart, queryOf, type SearchServerOptions } from './request-context.ts'
import { countOf } from './words/search-entries.ts'
import { recordOf } from './write-records.ts'

const maxObjects = 1000
const jsonType = 'application/json; charset=utf-8'

/** Mounts the routes that only read. */
export function mountReads(api: FastifyInstance, { indexes, perMinute }: SearchServerOptions): void {
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
    return reply.type(jsonType).send(json)
  })

  api.post('/indexes/:index/browse', { config }, async (request, reply) => {
    requirePermission(grantFor(request), 'browse')
    const json = await browse(call(request), pathPart(request, 'index'), jsonOf(request))
    return reply.type(jsonType).send(json)
  })

  api.get('/indexes/:index/browse', { config }, async (request, reply) => {
    requirePermission(grantFor(request), 'browse')
    const json = await browse(call(request), pathPart(request, 'index'), queryOf(request))
    return reply.type(jsonType).send(json)
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
    const name = pathPart(request, 'index')
    return shownSettings(indexOf(call(request), name).settings, primaryOf(indexes, name))
  })

  // Writes finish before their response, so every task is published.
  api.get('/indexes/:index/task/:task', { config }, (request) => {
    requirePermission(grantFor(request), 'addObject')
    return { status: 'published', pendingTask: false }
  })

  api.get('/task/:task', { config }, (request) => {
    requirePermission(grantFor(request), 'editSettings')
    return { status: 'published', pendingTask: false }
  })

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
    const query = queryOf(request)
    const page = query['page'] === undefined ? undefined : countOf('page', query['page'], 1_000_000)
    const hitsPerPage = countOf('hitsPerPage', query['hitsPerPage'] ?? 100, 1000)
    const shown = indexes.all().filter(([name]) => !isInternal(name) && grantFor(request).canUseIndex(name))
    const items = shown.map(([name, { store, settings, createdAt, updatedAt }]) => ({
      name,
      ...replicasIn(indexes, name, settings),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      entries: store.size,
      dataSize: 0,
      fileSize: 0,
      lastBuildTimeS: 0,
      numberOfPendingTasks: 0,
      pendingTask: false,
    }))
    // Without a page, all are listed.
    if (page === undefined) return { items, nbPages: 1 }
    return {
      items: items.slice(page * hitsPerPage, (page + 1) * hitsPerPage),
      nbPages: Math.ceil(items.length / hitsPerPage),
    }
  })
}

function replicasIn(indexes: Indexes, name: string, settings: IndexSettings): Hit {
  const [primary, replicas] = [primaryOf(indexes, name), replicaNames(settings)]
  return { ...(primary !== undefined && { primary }), ...(replicas.length > 0 && { replicas }) }
}

interface ObjectRequest {
  index: string
  objectID: string
  params: JsonObject
}

function getObject(call: SearchContext, { index: name, objectID, params }: ObjectRequest): Hit | null {
  const index = indexOf(call, name)
  const record = recordOf(index, objectID)
  return record ? retrieverOf(index.store, params, seesUnretrievable(call.grant))(record) : null
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
