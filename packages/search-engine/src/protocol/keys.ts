import { createHmac } from 'node:crypto'
import type { Indexes } from '../engine/indexes.ts'
import { FilterError } from '../filters/filter.ts'
import { parseFilterList } from '../filters/filter-lists.ts'
import { parseFilter } from '../filters/parse-filter.ts'
import { AlgoliaError } from './algolia-error.ts'
import { readParams } from './params.ts'
import { isNetworkAllowed } from './access/networks.ts'
import {
  findStoredKey,
  hasExpired,
  isSameText,
  matchesPattern,
  storedKeyValues,
  type StoredKey,
} from './access/stored-keys.ts'

export type Permission =
  | 'search'
  | 'browse'
  | 'addObject'
  | 'deleteObject'
  | 'deleteIndex'
  | 'settings'
  | 'editSettings'
  | 'listIndexes'
  | 'logs'
  | 'seeUnretrievableAttributes'

export interface ApiKeys {
  appId: string
  /** Public; it only searches. */
  searchKey: string
  /** Undefined disables writes over HTTP and further keys. */
  adminKey: string | undefined
}

/** Permissions and restrictions of an API key. */
export interface Grant {
  /** Manages keys. */
  isAdmin: boolean
  /** Has restrictions, so cached responses of other keys are off limits. */
  isRestricted: boolean
  permissions: readonly string[]
  canUseIndex(index: string): boolean
  /** Parameters that the key forces on every search, the strictest last; its filters are added to the request's. */
  enforcedParams: readonly Readonly<Record<string, string>>[]
  /** 0 is no limit. */
  maxHitsPerQuery: number
  /** The key that was added over HTTP, or that a secured key is made from. */
  keyId?: string
  /** Set for keys with an hourly limit per address. */
  hourlyLimit?: { id: string; queries: number }
}

export const searchPermissions: readonly Permission[] = ['search']
export const adminPermissions: readonly Permission[] = [
  'search',
  'browse',
  'addObject',
  'deleteObject',
  'deleteIndex',
  'settings',
  'editSettings',
  'listIndexes',
  'logs',
  'seeUnretrievableAttributes',
]

export interface Caller {
  appId: string | undefined
  key: string | undefined
  /** The address of the caller. */
  ip: string
  referer: string | undefined
}

interface KeyRing {
  keys: ApiKeys
  indexes: Indexes
  now: () => Date
}

const invalid = (): AlgoliaError => new AlgoliaError(403, 'Invalid Application-ID or API key')

/**
 * The permissions of a caller.
 * @throws AlgoliaError 403 for an unknown application id or key
 */
export function grantOf(ring: KeyRing, caller: Caller): Grant {
  const { appId, key } = caller
  if (appId === undefined || key === undefined || !isSameText(appId, ring.keys.appId)) throw invalid()
  const grant = plainGrant(ring, key) ?? storedGrant(ring, key, caller) ?? securedGrant(ring, key, caller)
  if (!grant) throw invalid()
  return grant
}

export function requirePermission(grant: Grant, right: Permission): void {
  if (!grant.permissions.includes(right)) throw notAllowed()
}

/** Whether the key sees attributes that `unretrievableAttributes` hides. */
export function seesUnretrievable({ permissions }: Grant): boolean {
  return permissions.includes('seeUnretrievableAttributes')
}

export function requireAdmin(grant: Grant): void {
  if (!grant.isAdmin) throw notAllowed()
}

const notAllowed = (): AlgoliaError => new AlgoliaError(403, 'Method not allowed with this API key')

export function requireIndexAccess(grant: Grant, index: string): void {
  if (!grant.canUseIndex(index)) throw new AlgoliaError(403, 'Index not allowed with this API key')
}

const unrestricted = {
  isRestricted: false,
  canUseIndex: () => true,
  enforcedParams: [],
  maxHitsPerQuery: 0,
}

function plainGrant({ keys }: KeyRing, key: string): Grant | undefined {
  const { searchKey, adminKey } = keys
  if (adminKey !== undefined && isSameText(key, adminKey)) {
    return { isAdmin: true, permissions: adminPermissions, ...unrestricted }
  }
  return isSameText(key, searchKey)
    ? { isAdmin: false, permissions: searchPermissions, ...unrestricted }
    : undefined
}

/** The grant of a key that was added over HTTP. */
function storedGrant({ keys, indexes, now }: KeyRing, key: string, caller: Caller): Grant | undefined {
  const stored = findStoredKey(indexes, keys.adminKey, key)
  return stored && !hasExpired(stored, now()) ? grantOfStored(stored, caller) : undefined
}

function grantOfStored(stored: StoredKey, { ip, referer }: Caller): Grant | undefined {
  const { restrictSources, ...enforced } = Object.fromEntries(new URLSearchParams(stored.queryParameters))
  if (restrictSources !== undefined && !isNetworkAllowed(restrictSources, ip)) return undefined
  if (stored.referers.length > 0 && !matchesPattern(stored.referers, referer ?? '')) return undefined
  return {
    isAdmin: false,
    isRestricted: true,
    permissions: stored.acl,
    canUseIndex: (index) => stored.indexes.length === 0 || matchesPattern(stored.indexes, index),
    enforcedParams: Object.keys(enforced).length > 0 ? [enforced] : [],
    maxHitsPerQuery: stored.maxHitsPerQuery,
    keyId: stored.objectID,
    ...(stored.maxQueriesPerIPPerHour > 0 && {
      hourlyLimit: { id: stored.objectID, queries: stored.maxQueriesPerIPPerHour },
    }),
  }
}

const securable = ['search', 'browse']

/** The official clients build secured keys as base64(hex HMAC-SHA256(parent key, parameters) + parameters). */
function securedGrant(ring: KeyRing, key: string, caller: Caller): Grant | undefined {
  const text = Buffer.from(key, 'base64').toString('utf8')
  const [signature, parameters] = [text.slice(0, 64), text.slice(64)]
  if (!/^[0-9a-f]{64}$/.test(signature)) return undefined
  const { keys, indexes, now } = ring
  const parent = [keys.searchKey, ...storedKeyValues(indexes, keys.adminKey)].find((candidate) =>
    isSameText(signature, createHmac('sha256', candidate).update(parameters).digest('hex')),
  )
  if (parent === undefined) return undefined
  const inherited = plainGrant(ring, parent) ?? storedGrant(ring, parent, caller)
  if (!inherited) return undefined
  const { validUntil, restrictIndices, restrictSources, ...enforced } = Object.fromEntries(
    new URLSearchParams(parameters),
  )
  if (validUntil !== undefined && !(Number(validUntil) > now().getTime() / 1000)) return undefined
  if (restrictSources !== undefined && !isNetworkAllowed(restrictSources, caller.ip)) return undefined
  if (!isValidRestriction(enforced)) return undefined
  return {
    ...inherited,
    isRestricted: true,
    permissions: inherited.permissions.filter((right) => securable.includes(right)),
    canUseIndex: (index) =>
      inherited.canUseIndex(index) &&
      (restrictIndices === undefined || matchesPattern(listOf(restrictIndices), index)),
    enforcedParams: [enforced, ...inherited.enforcedParams],
  }
}

const filterLists = ['facetFilters', 'numericFilters', 'tagFilters', 'optionalFilters'] as const

/** Anyone can sign with the public key, so what a key forces on searches is checked before it is used. */
function isValidRestriction(enforced: Readonly<Record<string, string>>): boolean {
  try {
    const params = readParams(enforced)
    const { filters } = params
    if (filters !== undefined && typeof filters !== 'string') return false
    parseFilter(filters ?? '')
    for (const name of filterLists) parseFilterList(params[name], name)
    return true
  } catch (error) {
    if (error instanceof AlgoliaError || error instanceof FilterError) return false
    throw error
  }
}

function listOf(text: string): string[] {
  if (!text.startsWith('[')) return text.split(',')
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}
