import type { FastifyRequest } from 'fastify'
import { find } from '../engine/search.ts'
import { createTurns } from '../engine/turns.ts'
import type { Store } from '../engine/store.ts'
import type { WordLists } from '../language/rewrite-terms.ts'
import { badRequest } from './algolia-error.ts'
import { grantFor, jsonOf, pathPart, type IndexWrite } from './request-context.ts'
import { applyEnforcedParams } from './search/enforced-params.ts'
import { asJsonObject, type JsonObject } from './search/search-context.ts'
import { requirePermission, type Permission } from './keys.ts'
import { readParams } from './params.ts'
import { deletionOf, refuseReplica } from './index-writes.ts'
import { planOf, readOperation, type Operation } from './write-records.ts'
import { wordListsFor } from './words/word-lists.ts'
import { authorisedIndex, type Writer } from './writer.ts'

/** Mounts the routes that change records. A confirmed write is persisted and searchable. */
export function mountRecordWrites({ indexes, route, write, writeAll, done }: Writer): void {
  /** Writes to several indexes at once and returns the object ids in the order of the operations. */
  function writeRecords(operations: readonly { index: string; operation: Operation }[]): Promise<string[]> {
    return write(async () => {
      const result: string[] = []
      const writes: IndexWrite[] = []
      const byIndex = Map.groupBy([...operations.entries()], ([, { index }]) => index)
      for (const [index, list] of byIndex) {
        refuseReplica(indexes, index)
        const { ids, isDropped, ...plan } = planOf(
          indexes.find(index),
          list.map(([, { operation }]) => operation),
        )
        for (const [nth, [position]] of list.entries()) result[position] = ids[nth] ?? ''
        if (isDropped) writes.push(...(await deletionOf(indexes, index)))
        if (!isDropped || plan.records.size > 0) writes.push({ index, ...plan })
      }
      return { writes, result }
    })
  }

  async function writeOne(request: FastifyRequest, right: Permission, operation: unknown): Promise<string> {
    const index = authorisedIndex(request, right)
    const [objectID = ''] = await writeRecords([{ index, operation: readOperation(operation, 0) }])
    return objectID
  }

  route('POST', '/indexes/:index/batch', async (request) => {
    requirePermission(grantFor(request), 'addObject')
    const { requests } = jsonOf(request)
    if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
    const name = pathPart(request, 'index')
    const operations = requests.map((each: unknown, position) => {
      const index = name === '*' ? asJsonObject(each)['indexName'] : name
      const operation = readOperation(each, position)
      if (typeof index !== 'string') throw badRequest('indexName: is required')
      return { index: authorisedIndex(request, 'addObject', index), operation }
    })
    if (name !== '*' && operations.length === 0)
      await writeAll({ index: authorisedIndex(request, 'addObject') })
    const objectIDs = await writeRecords(operations)
    if (name !== '*') return { taskID: done('updatedAt').taskID, objectIDs }
    const taskID = Object.fromEntries(
      [...new Set(operations.map(({ index }) => index))].map((index) => [index, done('updatedAt').taskID]),
    )
    return { taskID, objectIDs }
  })

  route('POST', '/indexes/:index', async (request, reply) => {
    const body = jsonOf(request)
    void reply.code(201)
    const objectID = await writeOne(request, 'addObject', { action: 'addObject', body })
    return done('createdAt', { objectID })
  })

  route('PUT', '/indexes/:index/:object', async (request) => {
    const body = { ...jsonOf(request), objectID: pathPart(request, 'object') }
    const objectID = await writeOne(request, 'addObject', { action: 'updateObject', body })
    return done('updatedAt', { objectID })
  })

  route('POST', '/indexes/:index/:object/partial', async (request) => {
    const body = { ...jsonOf(request), objectID: pathPart(request, 'object') }
    const { createIfNotExists } = request.query as Readonly<Record<string, unknown>>
    const action = createIfNotExists === 'false' ? 'partialUpdateObjectNoCreate' : 'partialUpdateObject'
    const objectID = await writeOne(request, 'addObject', { action, body })
    return done('updatedAt', { objectID })
  })

  route('DELETE', '/indexes/:index/:object', async (request) => {
    const body = { objectID: pathPart(request, 'object') }
    await writeOne(request, 'deleteObject', { action: 'deleteObject', body })
    return done('deletedAt')
  })

  route('POST', '/indexes/:index/deleteByQuery', async (request) => {
    const index = authorisedIndex(request, 'deleteIndex')
    const requested = readParams(jsonOf(request))
    const params = applyEnforcedParams(requested, grantFor(request))
    if (!selectors.some((name) => !isEmpty(requested[name])))
      throw badRequest(`A filter is required, one of ${selectors.join(', ')}`)
    await write(async () => {
      const store = indexes.find(index)?.store
      const ids = store ? await idsFoundIn(store, params, wordListsFor(indexes, index)) : []
      const records = new Map(ids.map((id) => [id, null]))
      return { writes: [{ index, records }], result: undefined }
    })
    return done('updatedAt')
  })

  route('POST', '/indexes/:index/clear', async (request) => {
    await writeAll({ index: authorisedIndex(request, 'deleteIndex'), isCleared: true })
    return done('updatedAt')
  })
}

/** Parameters that choose records to delete. */
const selectors = [
  'filters',
  'facetFilters',
  'numericFilters',
  'tagFilters',
  'aroundLatLng',
  'insideBoundingBox',
  'insidePolygon',
]

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.flat(10).every((item) => item === ''))

async function idsFoundIn(store: Store, params: JsonObject, lists: WordLists): Promise<string[]> {
  const { matches } = await find(store, params, createTurns(), lists)
  return Array.from(matches.slots, (slot) => store.recordIdAt(slot))
}
