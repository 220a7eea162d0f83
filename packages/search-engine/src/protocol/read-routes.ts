import type { FastifyInstance, FastifyRequest } from 'fastify'
import { retrieverOf, type Hit } from '../engine/response/attribute-writer.ts'
import type { Indexes } from '../engine/indexes.ts'
import { replicaNames } from '../engine/replicas.ts'
import type { IndexSettings } from '../engine/settings.ts'
import { AlgoliaError, badRequest } from './algolia-error.ts'
import { createResponseCache } from './response-cache.ts'
import { browse } from './search/browse.ts'
import { createCallBudget } from './search/call-budget.ts'
import { asJsonObject, indexOf, type JsonObject, type SearchContext } from './search/search-context.ts'
import { facetValues } from './search/facet-values.ts'
import { searchMany, searchSingle } from './search/run-search.ts'
import { primaryOf } from './index-writes.ts'
import { shownSettings } from './index-settings.ts'
import { isInternal } from './internal-indexes.ts'
import { requirePermission, seesUnretrievable, type Permission } from './keys.ts'
import { grantFor, jsonOf, pathPart, queryOf, type SearchServerOptions } from './request-context.ts'
import { countOf } from './words/search-entries.ts'
import { recordOf } from './write-records.ts'

const maxObjects = 1000
const jsonType = 'application/json; charset=utf-8'

/** Mounts the routes that only read. */
export function mountReads(api: FastifyInstance, { indexes, perMinute, work }: SearchServerOptions): void {
  const config = { rateLimit: { max: perMinute, timeWindow: 60_000 } }

  /** Runs what a call may read, and charges its caller for it. */
  async function run<Result>(
    request: FastifyRequest,
    permission: Permission,
    read: (call: SearchContext) => Result | Promise<Result>,
  ): Promise<Result> {
    const grant = grantFor(request)
    requirePermission(grant, permission)
    const isCharged = work && !grant.isAdmin
    const seconds = isCharged && work.waitSeconds(request, grant.keyId)
    if (seconds) throw exhausted(seconds)
    const budget = createCallBudget()
    try {
      return await read({ indexes, grant, budget })
    } finally {
      if (isCharged) work.charge(request, grant.keyId, budget.spentMs())
    }
  }

  const send = createResponseCache(indexes)

  api.post('/indexes/:index/queries', { config }, (request, reply) => {
    requirePermission(grantFor(request), 'search')
    return send(request, reply, () => run(request, 'search', (call) => searchMany(call, jsonOf(request))))
  })

  api.post('/indexes/:index/query', { config }, (request, reply) => {
    requirePermission(grantFor(request), 'search')
    return send(request, reply, () =>
      run(request, 'search', (call) => searchSingle(call, pathPart(request, 'index'), jsonOf(request))),
    )
  })

  api.get('/indexes/:index', { config }, async (request, reply) => {
    const json = await run(request, 'search', (call) =>
      searchSingle(call, pathPart(request, 'index'), queryOf(request)),
    )
    return reply.type(jsonType).send(json)
  })

  api.post('/indexes/:index/browse', { config }, async (request, reply) => {
    const json = await run(request, 'browse', (call) =>
      browse(call, pathPart(request, 'index'), jsonOf(request)),
    )
    return reply.type(jsonType).send(json)
  })

  api.get('/indexes/:index/browse', { config }, async (request, reply) => {
    const json = await run(request, 'browse', (call) =>
      browse(call, pathPart(request, 'index'), queryOf(request)),
    )
    return reply.type(jsonType).send(json)
  })

  api.post('/indexes/:index/facets/:facet/query', { config }, (request) => {
    const [index, facet] = [pathPart(request, 'index'), pathPart(request, 'facet')]
    return run(request, 'search', (call) => facetValues(call, { index, facet, body: jsonOf(request) }))
  })

  api.post('/indexes/:index/objects', { config }, (request) => {
    return run(request, 'search', (call) => getObjects(call, jsonOf(request)))
  })

  api.get('/indexes/:index/settings', { config }, (request) => {
    requirePermission(grantFor(request), 'settings')
    const name = pathPart(request, 'index')
    return shownSettings(
      indexOf({ indexes, grant: grantFor(request) }, name).settings,
      primaryOf(indexes, name),
    )
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

  api.get('/indexes/:index/:object', { config }, (request) =>
    run(request, 'search', (call) => {
      const found = getObject(call, {
        index: pathPart(request, 'index'),
        objectID: pathPart(request, 'object'),
        params: listsOf(queryOf(request)),
      })
      if (!found) throw new AlgoliaError(404, 'ObjectID does not exist')
      return found
    }),
  )

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

function exhausted(seconds: number): AlgoliaError {
  return new AlgoliaError(
    429,
    `Too much computing for your address or API key in the last minute. Try again in ${seconds} seconds, with fewer or simpler queries`,
    seconds,
  )
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

async function getObjects(call: SearchContext, { requests }: JsonObject): Promise<Hit> {
  if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
  if (requests.length > maxObjects) throw badRequest(`Too many objects in one call, at most ${maxObjects}`)
  const { budget } = call
  const results: (Hit | null)[] = []
  for (const request of requests) {
    const { indexName, objectID, attributesToRetrieve } = asJsonObject(request)
    if (typeof indexName !== 'string') throw badRequest('indexName: is required')
    if (typeof objectID !== 'string') throw badRequest('objectID: is required')
    const params = listsOf({ attributesToRetrieve })
    const record = getObject(call, { index: indexName, objectID, params })
    budget.spendBytes(Buffer.byteLength(JSON.stringify(record)))
    results.push(record)
    if (budget.isTurnOver()) await budget.takeTurn()
  }
  return { results }
}

/** `attributesToRetrieve` as a list; a query string separates names by commas. */
function listsOf({ attributesToRetrieve: requested }: JsonObject): JsonObject {
  if (requested === undefined || requested === null) return {}
  return { attributesToRetrieve: typeof requested === 'string' ? requested.split(',') : requested }
}
