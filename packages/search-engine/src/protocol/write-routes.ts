import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SearchRecord } from '../engine/record-values.ts'
import { find } from '../engine/search.ts'
import type { Store } from '../engine/store.ts'
import { badRequest, unknownIndex } from './algolia-error.ts'
import {
  grantFor,
  jsonOf,
  pathPart,
  writeLimit,
  type IndexWrite,
  type SearchServerOptions,
} from './request-context.ts'
import { asJsonObject, type JsonObject } from './run-search.ts'
import { requireIndexAccess, requirePermission, type Permission } from './keys.ts'
import { readParams } from './params.ts'
import { applyWrites, planOf, readOperation, type Operation } from './write-records.ts'

const indexName = /^[\w.~+ -]{1,256}$/

/** Mounts the routes that change indexes. A confirmed write is persisted and searchable. */
export function mountWrites(api: FastifyInstance, { indexes, now, persist }: SearchServerOptions): void {
  let lastTask = 0
  let lastWrite = Promise.resolve()

  function route(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    handler: (request: FastifyRequest) => JsonObject | Promise<JsonObject>,
  ): void {
    api.route({ method, url, bodyLimit: writeLimit, handler })
  }

  /**
   * The index name from the path, once the key permits the write.
   * @throws AlgoliaError 400, 403
   */
  function authorisedIndex(
    request: FastifyRequest,
    right: Permission,
    name = pathPart(request, 'index'),
  ): string {
    const grant = grantFor(request)
    requirePermission(grant, right)
    requireIndexAccess(grant, name)
    if (!indexName.test(name)) throw badRequest('Invalid index name')
    return name
  }

  function done(timestampField: 'updatedAt' | 'deletedAt' | 'createdAt', more: JsonObject = {}) {
    lastTask += 1
    return { taskID: lastTask, [timestampField]: now().toISOString(), ...more }
  }

  /** Runs writes one at a time, because each depends on the result of the one before: first persist, then apply. */
  function write<Result>(
    plan: () => Promise<{ writes: IndexWrite[]; result: Result }> | { writes: IndexWrite[]; result: Result },
  ): Promise<Result> {
    const current = lastWrite.then(async () => {
      const { writes, result } = await plan()
      await persist(writes)
      await applyWrites(indexes, writes)
      return result
    })
    lastWrite = current.then(
      () => undefined,
      () => undefined,
    )
    return current
  }

  const writeAll = (...writes: IndexWrite[]) => write(() => ({ writes, result: undefined }))

  /** Writes to several indexes at once and returns the object ids in the order of the operations. */
  function writeRecords(operations: readonly { index: string; operation: Operation }[]): Promise<string[]> {
    return write(() => {
      const result: string[] = []
      const byIndex = Map.groupBy([...operations.entries()], ([, { index }]) => index)
      const writes = [...byIndex].map(([index, list]): IndexWrite => {
        const { ids, ...plan } = planOf(
          indexes.find(index),
          list.map(([, { operation }]) => operation),
        )
        for (const [nth, [position]] of list.entries()) result[position] = ids[nth] ?? ''
        return { index, ...plan }
      })
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

  route('POST', '/indexes/:index', async (request) => {
    const body = jsonOf(request)
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
    const index = authorisedIndex(request, 'deleteObject')
    const params = readParams(jsonOf(request))
    await write(() => {
      const store = indexes.find(index)?.store
      const records = new Map(store && idsFoundIn(store, params).map((id) => [id, null]))
      return { writes: [{ index, records }], result: undefined }
    })
    return done('deletedAt')
  })

  route('POST', '/indexes/:index/clear', async (request) => {
    await writeAll({ index: authorisedIndex(request, 'deleteIndex'), isCleared: true })
    return done('updatedAt')
  })

  route('DELETE', '/indexes/:index', async (request) => {
    await writeAll({ index: authorisedIndex(request, 'deleteIndex'), isDropped: true })
    return done('deletedAt')
  })

  route('PUT', '/indexes/:index/settings', async (request) => {
    const index = authorisedIndex(request, 'editSettings')
    const changes = jsonOf(request)
    await write(() => {
      const settings = { ...indexes.find(index)?.settings, ...changes }
      return { writes: [{ index, settings }], result: undefined }
    })
    return done('updatedAt')
  })

  route('POST', '/indexes/:index/operation', async (request) => {
    const from = pathPart(request, 'index')
    const { operation, destination, scope } = jsonOf(request)
    if (operation !== 'move' && operation !== 'copy') {
      throw badRequest('operation: Invalid value, expected one of move, copy')
    }
    if (typeof destination !== 'string') throw badRequest('destination: is required')
    for (const index of [from, destination]) authorisedIndex(request, 'addObject', index)
    await write(async () => {
      const source = indexes.find(from)
      if (!source) throw unknownIndex(from)
      const { settings } = source
      // A copy with a `scope` (settings, rules, synonyms) leaves the records of both indexes alone.
      const copiesRecords = scope === undefined || scope === null
      const writes: IndexWrite[] = copiesRecords
        ? [
            { index: destination, isDropped: true },
            { index: destination, settings, records: await recordsOf(source.store) },
          ]
        : [{ index: destination, settings: { ...indexes.find(destination)?.settings, ...settings } }]
      if (operation === 'move') writes.push({ index: from, isDropped: true })
      return { writes, result: undefined }
    })
    return done('updatedAt')
  })
}

function idsFoundIn(store: Store, params: JsonObject): string[] {
  const { slots, count } = find(store, params).matches
  return Array.from(slots.subarray(0, count), (slot) => store.recordIdAt(slot))
}

async function recordsOf(store: Store): Promise<Map<string, SearchRecord>> {
  const records = new Map<string, SearchRecord>()
  for (let slot = 0; slot < store.slots; slot += 1) {
    if (store.isLive(slot)) records.set(store.recordIdAt(slot), store.recordAt(slot))
    if (slot % 200 === 199) await yieldToEventLoop()
  }
  return records
}
