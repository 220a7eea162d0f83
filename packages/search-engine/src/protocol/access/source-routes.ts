import type { FastifyInstance } from 'fastify'
import type { Indexes } from '../../engine/indexes.ts'
import type { SearchRecord } from '../../engine/records/record-values.ts'
import { AlgoliaError, badRequest } from '../algolia-error.ts'
import { recordsIn, sourcesIndex } from '../internal-indexes.ts'
import { requireAdmin } from '../keys.ts'
import { isNetwork, isNetworkAllowed } from './networks.ts'
import { grantFor, jsonOf, jsonValueOf, pathPart } from '../request-context.ts'
import { asJsonObject, type JsonObject } from '../search/search-context.ts'
import type { Writer } from '../writer.ts'

const maxSources = 1000

/**
 * Refuses callers from other networks than the allowed ones, if there are any.
 * @throws AlgoliaError 403
 */
export function requireSource(indexes: Indexes, ip: string): void {
  if ((indexes.find(sourcesIndex)?.store.size ?? 0) === 0) return
  const allowed = recordsIn(indexes, sourcesIndex).map(({ objectID }) => objectID)
  if (!isNetworkAllowed(allowed.join(','), ip)) throw new AlgoliaError(403, 'This address is not allowed')
}

/** Mounts the routes of the networks that may call. */
export function mountSources(api: FastifyInstance, { indexes, now, route, writeAll }: Writer): void {
  api.get('/security/sources', (request) => {
    requireAdmin(grantFor(request))
    return recordsIn(indexes, sourcesIndex).map(({ objectID, description }) => ({
      source: objectID,
      ...(description !== undefined && { description }),
    }))
  })

  route('PUT', '/security/sources', async (request) => {
    requireAdmin(grantFor(request))
    const list = jsonValueOf(request)
    if (!Array.isArray(list) || list.length > maxSources)
      throw badRequest(`Invalid JSON, expected a list of at most ${maxSources} sources`)
    const records = new Map(list.map((each: unknown) => readSource(asJsonObject(each))))
    await writeAll({ index: sourcesIndex, isCleared: true, records })
    return { updatedAt: now().toISOString() }
  })

  route('POST', '/security/sources/append', async (request) => {
    requireAdmin(grantFor(request))
    await writeAll({ index: sourcesIndex, records: new Map([readSource(jsonOf(request))]) })
    return { createdAt: now().toISOString() }
  })

  route('DELETE', '/security/sources/:source', async (request) => {
    requireAdmin(grantFor(request))
    await writeAll({ index: sourcesIndex, records: new Map([[pathPart(request, 'source'), null]]) })
    return { deletedAt: now().toISOString() }
  })
}

/** @throws AlgoliaError 400 that names the invalid attribute */
function readSource({ source, description }: JsonObject): [string, SearchRecord] {
  if (typeof source !== 'string' || !isNetwork(source))
    throw badRequest('source: expected an address or a range such as 10.0.0.0/24')
  if (description !== undefined && typeof description !== 'string')
    throw badRequest('description: expected a text')
  return [source, { objectID: source, ...(description !== undefined && { description }) }]
}
