import { setImmediate as breathe } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { find } from '../engine/search.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import { badRequest, unknownIndex } from './algolia-error.ts'
import { bodyOf, type Body } from './carry-out-search.ts'
import { demandIndex, demandRight, type Right } from './keys.ts'
import { readParams } from './params.ts'
import { grantFor, jsonOf, pathPart, writeLimit, type SearchDoor } from './asked.ts'
import { carryOut, readOperation, type Operation } from './write-records.ts'

const indexName = /^[\w.~+ -]{1,256}$/

/** Everything that changes an index: for bearers of the admin key. What is answered has been done. */
export function mountWrites(api: FastifyInstance, { indexes, now, written }: SearchDoor): void {
  let lastTask = 0

  function route(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    handler: (request: FastifyRequest) => Body | Promise<Body>,
  ): void {
    api.route({ method, url, bodyLimit: writeLimit, handler })
  }

  function opened(request: FastifyRequest, right: Right, name = pathPart(request, 'index')): SearchIndex {
    const grant = grantFor(request)
    demandRight(grant, right)
    demandIndex(grant, name)
    if (!indexName.test(name)) throw badRequest('Invalid index name')
    return indexes.ensure(name)
  }

  function done(stamp: 'updatedAt' | 'deletedAt' | 'createdAt', more: Body = {}) {
    lastTask += 1
    return { taskID: lastTask, [stamp]: now().toISOString(), ...more }
  }

  async function write(
    name: string,
    index: SearchIndex,
    operations: readonly Operation[],
  ): Promise<string[]> {
    const ids = await carryOut(index, operations)
    if (operations.some(({ action }) => action === 'clear' || action === 'delete'))
      await written.cleared(name)
    await written.saved(name, ids)
    return ids
  }

  async function writeOne(request: FastifyRequest, right: Right, operation: unknown): Promise<string> {
    const index = opened(request, right)
    const [objectID = ''] = await write(pathPart(request, 'index'), index, [readOperation(operation, 0)])
    return objectID
  }

  route('POST', '/indexes/:index/batch', async (request) => {
    const grant = grantFor(request)
    demandRight(grant, 'addObject')
    const { requests } = jsonOf(request)
    if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
    const name = pathPart(request, 'index')
    const read = requests.map((each: unknown, place) => ({
      name: name === '*' ? bodyOf(each)['indexName'] : name,
      operation: readOperation(each, place),
    }))
    const objectIDs: string[] = []
    const taskIDs: Record<string, number> = {}
    for (const { name: each, operation } of read) {
      if (typeof each !== 'string') throw badRequest('indexName: is required')
      const index = opened(request, 'addObject', each)
      taskIDs[each] ??= done('updatedAt').taskID
      if (name === '*') objectIDs.push(...(await write(each, index, [operation])))
    }
    if (name === '*') return { taskID: taskIDs, objectIDs }
    const index = opened(request, 'addObject')
    objectIDs.push(
      ...(await write(
        name,
        index,
        read.map(({ operation }) => operation),
      )),
    )
    return { taskID: done('updatedAt').taskID, objectIDs }
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
    const index = opened(request, 'deleteObject')
    const params = readParams(jsonOf(request))
    const { store } = index
    const { matches } = find(store, params)
    const ids = Array.from(matches.slots.slice(0, matches.count), (slot) => store.recordIdAt(slot))
    for (const id of ids) index.remove(id)
    await index.tidy()
    await written.saved(pathPart(request, 'index'), ids)
    return done('deletedAt')
  })

  route('POST', '/indexes/:index/clear', async (request) => {
    opened(request, 'deleteIndex').clear()
    await written.cleared(pathPart(request, 'index'))
    return done('updatedAt')
  })

  route('DELETE', '/indexes/:index', async (request) => {
    opened(request, 'deleteIndex')
    indexes.drop(pathPart(request, 'index'))
    await written.dropped(pathPart(request, 'index'))
    return done('deletedAt')
  })

  route('PUT', '/indexes/:index/settings', async (request) => {
    const index = opened(request, 'editSettings')
    await index.changeSettings(jsonOf(request))
    await written.settings(pathPart(request, 'index'), index.settings)
    return done('updatedAt')
  })

  route('POST', '/indexes/:index/operation', async (request) => {
    const from = pathPart(request, 'index')
    const { operation, destination, scope } = jsonOf(request)
    if (operation !== 'move' && operation !== 'copy') {
      throw badRequest('operation: Invalid value, expected one of move, copy')
    }
    if (typeof destination !== 'string') throw badRequest('destination: is required')
    if (!indexes.find(from)) throw unknownIndex(from)
    const source = opened(request, 'addObject', from)
    // A copy that names what it is of (settings, rules, synonyms) leaves the records where they are, on both sides.
    const isWhole = scope === undefined || scope === null
    if (isWhole) indexes.drop(destination)
    const target = opened(request, 'addObject', destination)
    await target.changeSettings(source.settings)
    if (isWhole) {
      await copyRecords(source, target)
      await written.cleared(destination)
      await written.saved(destination, target.store.ids())
    }
    await written.settings(destination, target.settings)
    if (operation === 'move') {
      indexes.drop(from)
      await written.dropped(from)
    }
    return done('updatedAt')
  })
}

async function copyRecords(source: SearchIndex, target: SearchIndex): Promise<void> {
  const { store } = source
  for (let slot = 0; slot < store.slots; slot += 1) {
    if (store.isLive(slot)) target.put(store.recordAt(slot))
    if (slot % 200 === 199) await breathe()
  }
}
