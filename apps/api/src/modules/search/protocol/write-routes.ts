import { setImmediate as breathe } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SearchRecord } from '../engine/record-values.ts'
import { find } from '../engine/search.ts'
import type { Store } from '../engine/store.ts'
import { badRequest, unknownIndex } from './algolia-error.ts'
import { grantFor, jsonOf, pathPart, writeLimit, type IndexWrite, type SearchDoor } from './asked.ts'
import { bodyOf, type Body } from './carry-out-search.ts'
import { demandIndex, demandRight, type Right } from './keys.ts'
import { readParams } from './params.ts'
import { carryOut, planOf, readOperation, type Operation } from './write-records.ts'

const indexName = /^[\w.~+ -]{1,256}$/

/** Everything that changes an index: for bearers of the admin key. What is answered has been kept, and is found. */
export function mountWrites(api: FastifyInstance, { indexes, now, keep }: SearchDoor): void {
  let lastTask = 0
  let lastWrite = Promise.resolve()

  function route(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    handler: (request: FastifyRequest) => Body | Promise<Body>,
  ): void {
    api.route({ method, url, bodyLimit: writeLimit, handler })
  }

  /** The name of the index that is to be written to. */
  function allowed(request: FastifyRequest, right: Right, name = pathPart(request, 'index')): string {
    const grant = grantFor(request)
    demandRight(grant, right)
    demandIndex(grant, name)
    if (!indexName.test(name)) throw badRequest('Invalid index name')
    return name
  }

  function done(stamp: 'updatedAt' | 'deletedAt' | 'createdAt', more: Body = {}) {
    lastTask += 1
    return { taskID: lastTask, [stamp]: now().toISOString(), ...more }
  }

  /** One after the other, since what a write makes of a record depends on the one before it: kept first, then shown. */
  function write<Answer>(
    plan: () => Promise<{ writes: IndexWrite[]; answer: Answer }> | { writes: IndexWrite[]; answer: Answer },
  ): Promise<Answer> {
    const mine = lastWrite.then(async () => {
      const { writes, answer } = await plan()
      await keep(writes)
      await carryOut(indexes, writes)
      return answer
    })
    lastWrite = mine.then(
      () => undefined,
      () => undefined,
    )
    return mine
  }

  const writeAll = (...writes: IndexWrite[]) => write(() => ({ writes, answer: undefined }))

  /** Of several indexes all that is asked of each at once; answers the ids in the order of the operations. */
  function writeRecords(wanted: readonly { index: string; operation: Operation }[]): Promise<string[]> {
    return write(() => {
      const answer: string[] = []
      const places = Map.groupBy([...wanted.entries()], ([, { index }]) => index)
      const writes = [...places].map(([index, list]): IndexWrite => {
        const { ids, ...plan } = planOf(
          indexes.find(index),
          list.map(([, { operation }]) => operation),
        )
        for (const [nth, [place]] of list.entries()) answer[place] = ids[nth] ?? ''
        return { index, ...plan }
      })
      return { writes, answer }
    })
  }

  async function writeOne(request: FastifyRequest, right: Right, operation: unknown): Promise<string> {
    const index = allowed(request, right)
    const [objectID = ''] = await writeRecords([{ index, operation: readOperation(operation, 0) }])
    return objectID
  }

  route('POST', '/indexes/:index/batch', async (request) => {
    demandRight(grantFor(request), 'addObject')
    const { requests } = jsonOf(request)
    if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
    const name = pathPart(request, 'index')
    const wanted = requests.map((each: unknown, place) => {
      const index = name === '*' ? bodyOf(each)['indexName'] : name
      const operation = readOperation(each, place)
      if (typeof index !== 'string') throw badRequest('indexName: is required')
      return { index: allowed(request, 'addObject', index), operation }
    })
    if (name !== '*' && wanted.length === 0) await writeAll({ index: allowed(request, 'addObject') })
    const objectIDs = await writeRecords(wanted)
    if (name !== '*') return { taskID: done('updatedAt').taskID, objectIDs }
    const taskID = Object.fromEntries(
      [...new Set(wanted.map(({ index }) => index))].map((index) => [index, done('updatedAt').taskID]),
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
    const index = allowed(request, 'deleteObject')
    const params = readParams(jsonOf(request))
    await write(() => {
      const store = indexes.find(index)?.store
      const records = new Map(store && idsFoundIn(store, params).map((id) => [id, null]))
      return { writes: [{ index, records }], answer: undefined }
    })
    return done('deletedAt')
  })

  route('POST', '/indexes/:index/clear', async (request) => {
    await writeAll({ index: allowed(request, 'deleteIndex'), isCleared: true })
    return done('updatedAt')
  })

  route('DELETE', '/indexes/:index', async (request) => {
    await writeAll({ index: allowed(request, 'deleteIndex'), isDropped: true })
    return done('deletedAt')
  })

  route('PUT', '/indexes/:index/settings', async (request) => {
    const index = allowed(request, 'editSettings')
    const changes = jsonOf(request)
    await write(() => {
      const settings = { ...indexes.find(index)?.settings, ...changes }
      return { writes: [{ index, settings }], answer: undefined }
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
    for (const index of [from, destination]) allowed(request, 'addObject', index)
    await write(async () => {
      const source = indexes.find(from)
      if (!source) throw unknownIndex(from)
      const { settings } = source
      // A copy that names what it is of (settings, rules, synonyms) leaves the records where they are, on both sides.
      const isWhole = scope === undefined || scope === null
      const writes: IndexWrite[] = isWhole
        ? [
            { index: destination, isDropped: true },
            { index: destination, settings, records: await recordsOf(source.store) },
          ]
        : [{ index: destination, settings: { ...indexes.find(destination)?.settings, ...settings } }]
      if (operation === 'move') writes.push({ index: from, isDropped: true })
      return { writes, answer: undefined }
    })
    return done('updatedAt')
  })
}

function idsFoundIn(store: Store, params: Body): string[] {
  const { slots, count } = find(store, params).matches
  return Array.from(slots.subarray(0, count), (slot) => store.recordIdAt(slot))
}

async function recordsOf(store: Store): Promise<Map<string, SearchRecord>> {
  const records = new Map<string, SearchRecord>()
  for (let slot = 0; slot < store.slots; slot += 1) {
    if (store.isLive(slot)) records.set(store.recordIdAt(slot), store.recordAt(slot))
    if (slot % 200 === 199) await breathe()
  }
  return records
}
