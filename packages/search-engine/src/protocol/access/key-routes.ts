import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { SearchRecord } from '../../engine/records/record-values.ts'
import { AlgoliaError, badRequest } from '../algolia-error.ts'
import { apiKeysIndex } from '../internal-indexes.ts'
import { adminPermissions, requireAdmin, searchPermissions, type ApiKeys } from '../keys.ts'
import { grantFor, jsonOf, pathPart } from '../request-context.ts'
import type { JsonObject } from '../search/search-context.ts'
import { findStoredKey, hasExpired, storedKeys, valueOfKey, type StoredKey } from './stored-keys.ts'
import type { Writer } from '../writer.ts'

/** Older keys are deleted for good. */
const maxKeys = 1000

/** Mounts the routes that list and change API keys. */
export function mountKeys(api: FastifyInstance, writer: Writer, keys: ApiKeys): void {
  const { indexes, now, route, write } = writer

  function found(value: string): StoredKey {
    if (value === keys.searchKey || value === keys.adminKey)
      throw new AlgoliaError(403, 'This key is part of the configuration of the server')
    const key = findStoredKey(indexes, keys.adminKey, value)
    if (!key) throw notFound()
    return key
  }

  const shown = (key: StoredKey): JsonObject => {
    const { objectID, isDeleted: _, ...restrictions } = key
    return { value: valueOfKey(keys.adminKey ?? '', objectID), ...restrictions }
  }

  const shownConfigured = (value: string): JsonObject | undefined => {
    if (value === keys.searchKey) return { ...defaults, value, acl: searchPermissions, createdAt: 0 }
    return value === keys.adminKey ? { ...defaults, value, acl: adminPermissions, createdAt: 0 } : undefined
  }

  function save(change: () => { key: StoredKey; removed?: readonly string[] }): Promise<StoredKey> {
    return write(() => {
      const { key, removed = [] } = change()
      const records = new Map<string, SearchRecord | null>([
        [key.objectID, { ...key }],
        ...removed.map((id) => [id, null] as const),
      ])
      return { writes: [{ index: apiKeysIndex, records }], result: key }
    })
  }

  api.get('/keys', (request) => {
    requireAdmin(grantFor(request))
    const added = storedKeys(indexes).filter((key) => !hasExpired(key, now()))
    return { keys: [shownConfigured(keys.searchKey), ...added.map(shown)] }
  })

  api.get('/keys/:key', (request) => {
    const { isAdmin } = grantFor(request)
    const value = pathPart(request, 'key')
    const configured = shownConfigured(value)
    if (configured && (isAdmin || value !== keys.adminKey)) return configured
    const key = findStoredKey(indexes, keys.adminKey, value)
    const isKnown = key && !hasExpired(key, now())
    if (isAdmin && !isKnown) throw notFound()
    if (!isKnown) throw new AlgoliaError(403, 'Method not allowed with this API key')
    return { ...shown(key), ...(!isAdmin && { description: '<redacted>' }) }
  })

  route('POST', '/keys', async (request) => {
    requireAdmin(grantFor(request))
    const values = readKey(jsonOf(request))
    const created = await save(() => {
      const oldest = storedKeys(indexes)
        .toSorted((left, right) => left.createdAt - right.createdAt)
        .slice(0, Math.max(0, storedKeys(indexes).length + 1 - maxKeys))
      const key = { objectID: randomBytes(16).toString('hex'), ...values, createdAt: secondsOf(now()) }
      return { key, removed: oldest.map(({ objectID }) => objectID) }
    })
    return { key: valueOfKey(keys.adminKey ?? '', created.objectID), createdAt: now().toISOString() }
  })

  route('PUT', '/keys/:key', async (request) => {
    requireAdmin(grantFor(request))
    const value = pathPart(request, 'key')
    const values = readKey(jsonOf(request))
    await save(() => {
      const { objectID, createdAt, isDeleted } = found(value)
      if (isDeleted === true) throw notFound()
      return { key: { objectID, ...values, createdAt } }
    })
    return { key: value, updatedAt: now().toISOString() }
  })

  route('DELETE', '/keys/:key', async (request) => {
    requireAdmin(grantFor(request))
    await save(() => ({ key: { ...found(pathPart(request, 'key')), isDeleted: true } }))
    return { deletedAt: now().toISOString() }
  })

  route('POST', '/keys/:key/restore', async (request) => {
    requireAdmin(grantFor(request))
    const value = pathPart(request, 'key')
    await save(() => {
      const { isDeleted, ...key } = found(value)
      if (isDeleted !== true) throw badRequest('The key is not deleted')
      return { key: { ...key, validity: 0 } }
    })
    return { key: value, createdAt: now().toISOString() }
  })
}

const notFound = (): AlgoliaError => new AlgoliaError(404, 'Key does not exist')
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)

const defaults = {
  acl: [] as readonly string[],
  description: '',
  indexes: [] as readonly string[],
  maxHitsPerQuery: 0,
  maxQueriesPerIPPerHour: 0,
  queryParameters: '',
  referers: [] as readonly string[],
  validity: 0,
}

/** Permissions of other services are accepted and have no effect. */
const knownPermissions = [
  ...adminPermissions,
  ...'analytics inference personalization recommendation usage nluWriteProject nluReadProject'.split(' '),
  ...'nluWriteEntity nluReadEntity nluWriteIntent nluReadIntent nluPrediction nluReadAnswers'.split(' '),
]

function readKey(body: JsonObject): Omit<StoredKey, 'objectID' | 'createdAt'> {
  const values: Record<string, unknown> = { ...defaults }
  for (const [name, value] of Object.entries(body)) {
    const fallback: unknown = Object.hasOwn(defaults, name) ? values[name] : undefined
    if (fallback === undefined) throw badRequest(`Unknown attribute of a key: ${name.slice(0, 100)}`)
    if (!isLike(value, fallback))
      throw badRequest(
        `${name}: Invalid value, expected ${Array.isArray(fallback) ? 'a list of texts' : kindOf(fallback)}`,
      )
    values[name] = value
  }
  const { acl } = body
  if (!Array.isArray(acl)) throw badRequest('acl: is required')
  const unknown = acl.map(String).find((right) => !knownPermissions.includes(right))
  if (unknown !== undefined)
    throw badRequest(`acl: ${unknown.slice(0, 100)} is not one of ${knownPermissions.join(', ')}`)
  // Each value has the type of its default.
  return values as Omit<StoredKey, 'objectID' | 'createdAt'>
}

const kindOf = (value: unknown): string => (typeof value === 'number' ? 'an integer of at least 0' : 'a text')

function isLike(value: unknown, fallback: unknown): boolean {
  if (Array.isArray(fallback)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (typeof fallback === 'number') return Number.isSafeInteger(value) && Number(value) >= 0
  return typeof value === typeof fallback
}
