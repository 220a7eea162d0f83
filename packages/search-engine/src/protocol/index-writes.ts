import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Indexes } from '../engine/indexes.ts'
import type { SearchRecord } from '../engine/records/record-values.ts'
import { replicaNames } from '../engine/replicas.ts'
import type { Store } from '../engine/store.ts'
import { stringsOf, type IndexSettings } from '../engine/settings.ts'
import { badRequest } from './algolia-error.ts'
import { synonymsOf } from './internal-indexes.ts'
import { jsonOf, pathPart, type IndexWrite } from './request-context.ts'
import { readSettings } from './index-settings.ts'
import { authorisedIndex, isForwarded, type Writer } from './writer.ts'

/** Mounts the routes that change whole indexes. */
export function mountIndexWrites({ indexes, route, write, done }: Writer): void {
  route('DELETE', '/indexes/:index', async (request) => {
    const index = authorisedIndex(request, 'deleteIndex')
    await write(async () => {
      refuseReplica(indexes, index)
      return { writes: await deletionOf(indexes, index), result: undefined }
    })
    return done('deletedAt')
  })

  route('PUT', '/indexes/:index/settings', async (request) => {
    const index = authorisedIndex(request, 'editSettings')
    const changes = readSettings(jsonOf(request))
    await write(async () => {
      const before = indexes.find(index)?.settings ?? {}
      const settings = { ...before, ...changes }
      const writes: IndexWrite[] = [{ index, settings }]
      if (changes['replicas'] !== undefined) {
        checkReplicas(indexes, index, settings)
        const added = replicaNames(settings).filter((name) => !replicaNames(before).includes(name))
        writes.unshift(
          // The stored records of a new replica would come back after a restart.
          ...added.map((name) => ({ index: name, isCleared: true })),
          ...(await releasedReplicas(indexes, index, replicaNames(settings))),
        )
      }
      if (isForwarded(request)) {
        const { replicas: _, ...forwarded } = changes
        for (const replica of replicaNames(before)) {
          writes.push({ index: replica, settings: { ...indexes.find(replica)?.settings, ...forwarded } })
        }
      }
      return { writes, result: undefined }
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
    const scopes = scopesOf(scope)
    for (const index of [from, destination]) authorisedIndex(request, 'addObject', index)
    if (from === destination) throw badRequest('destination: must be another index')
    await write(async () => {
      for (const index of [from, destination]) if (operation === 'move') refuseReplica(indexes, index)
      if (operation === 'copy') refuseReplica(indexes, destination)
      const writes =
        operation === 'copy' && scopes
          ? copyOfScopes(indexes, { from, to: destination, scopes })
          : await copyOfIndex(indexes, { from, to: destination, isMove: operation === 'move' })
      return { writes, result: undefined }
    })
    return done('updatedAt')
  })
}

const allScopes = ['settings', 'synonyms', 'rules']

function scopesOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const scopes = stringsOf(value)
  if (
    !Array.isArray(value) ||
    scopes.length < value.length ||
    scopes.some((each) => !allScopes.includes(each))
  )
    throw badRequest(`scope: Invalid value, expected a list of ${allScopes.join(', ')}`)
  return scopes
}

interface Copy {
  from: string
  to: string
}

const dropsOf = (index: string): IndexWrite[] => [
  { index, isDropped: true },
  { index: synonymsOf(index), isDropped: true },
]

/** An index is deleted with its synonyms; its replicas stay. */
export async function deletionOf(indexes: Indexes, index: string): Promise<IndexWrite[]> {
  return [...(await releasedReplicas(indexes, index, [])), ...dropsOf(index)]
}

/** Settings, synonyms and records. Moving an index that does not exist changes nothing. */
async function copyOfIndex(
  indexes: Indexes,
  { from, to, isMove }: Copy & { isMove: boolean },
): Promise<IndexWrite[]> {
  const source = indexes.find(from)
  if (!source && isMove) return []
  const replicas = indexes.find(to)?.settings['replicas']
  if (!isMove && stringsOf(replicas).length > 0) throw badRequest(`destination: ${to} has replicas`)
  const settings = { ...copiedSettings(source?.settings), ...(isMove && { replicas }) }
  const records = source ? await recordsOf(source.store) : new Map<string, SearchRecord>()
  const writes: IndexWrite[] = [...dropsOf(to), { index: to, settings, records }]
  writes.push(...copyOfSynonyms(indexes, { from, to }))
  if (isMove) writes.push(...(await deletionOf(indexes, from)))
  return writes
}

function copyOfScopes(indexes: Indexes, { from, to, scopes }: Copy & { scopes: string[] }): IndexWrite[] {
  const writes: IndexWrite[] = [{ index: to }]
  if (scopes.includes('settings')) {
    const settings = { ...indexes.find(to)?.settings, ...copiedSettings(indexes.find(from)?.settings) }
    writes.push({ index: to, settings })
  }
  if (scopes.includes('synonyms')) writes.push(...copyOfSynonyms(indexes, { from, to }))
  return writes
}

function copyOfSynonyms(indexes: Indexes, { from, to }: Copy): IndexWrite[] {
  const store = indexes.find(synonymsOf(from))?.store
  if (!store) return []
  const ids = store.ids()
  const records = new Map(ids.map((id) => [id, store.recordAt(store.slotOf(id) ?? 0)]))
  return [{ index: synonymsOf(to), isCleared: true, records }]
}

function copiedSettings(settings: IndexSettings = {}): IndexSettings {
  const { replicas: _, enableReRanking: _1, mode: _2, ...copied } = settings
  return copied
}

/** Replicas that are no longer ones keep their records, which are stored from now on. */
async function releasedReplicas(
  indexes: Indexes,
  index: string,
  kept: readonly string[],
): Promise<IndexWrite[]> {
  const released = replicaNames(indexes.find(index)?.settings ?? {}).filter((name) => !kept.includes(name))
  const writes: IndexWrite[] = []
  for (const name of released) {
    const replica = indexes.find(name)
    if (replica) writes.push({ index: name, records: await recordsOf(replica.store) })
  }
  return writes
}

/** The index whose replica this one is. */
export function primaryOf(indexes: Indexes, index: string): string | undefined {
  return indexes.all().find(([, { settings }]) => replicaNames(settings).includes(index))?.[0]
}

/** @throws AlgoliaError 400 */
export function refuseReplica(indexes: Indexes, index: string): void {
  const primary = primaryOf(indexes, index)
  if (primary !== undefined) {
    throw badRequest(
      `${index} is a replica of ${primary}; change ${primary} or remove the replica from it first`,
    )
  }
}

function checkReplicas(indexes: Indexes, index: string, settings: IndexSettings): void {
  const names = replicaNames(settings)
  if (names.length === 0) return
  refuseReplica(indexes, index)
  for (const name of names) {
    if (name === index) throw badRequest('replicas: An index cannot be its own replica')
    const primary = primaryOf(indexes, name)
    if (primary !== undefined && primary !== index)
      throw badRequest(`replicas: ${name} is a replica of ${primary}`)
    if (replicaNames(indexes.find(name)?.settings ?? {}).length > 0)
      throw badRequest(`replicas: ${name} has replicas itself`)
  }
}

async function recordsOf(store: Store): Promise<Map<string, SearchRecord>> {
  const records = new Map<string, SearchRecord>()
  for (let slot = 0; slot < store.slots; slot += 1) {
    if (store.isLive(slot)) records.set(store.recordIdAt(slot), store.recordAt(slot))
    if (slot % 200 === 199) await yieldToEventLoop()
  }
  return records
}
