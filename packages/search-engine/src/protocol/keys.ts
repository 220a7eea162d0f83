import { createHmac, timingSafeEqual } from 'node:crypto'
import { AlgoliaError } from './algolia-error.ts'

export type Permission =
  | 'search'
  | 'browse'
  | 'addObject'
  | 'deleteObject'
  | 'deleteIndex'
  | 'settings'
  | 'editSettings'
  | 'listIndexes'

export interface ApiKeys {
  appId: string
  /** Public; it only searches. */
  searchKey: string
  /** Undefined disables writes over HTTP. */
  adminKey: string | undefined
}

/** Permissions and restrictions of an API key. */
export interface Grant {
  isAdmin: boolean
  /** Derived from the search key with restrictions, so cached responses of other keys are off limits. */
  isSecured: boolean
  permissions: readonly Permission[]
  canUseIndex(index: string): boolean
  /** Parameters that a secured key forces on every search; its filters are added to the request's. */
  enforcedParams: Readonly<Record<string, string>>
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
]

const invalid = (): AlgoliaError => new AlgoliaError(403, 'Invalid Application-ID or API key')

/**
 * The permissions of a caller.
 * @throws AlgoliaError 403 for an unknown application id or key
 */
export function grantOf(keys: ApiKeys, appId: string | undefined, key: string | undefined, now: Date): Grant {
  if (appId === undefined || key === undefined || !isSame(appId, keys.appId)) throw invalid()
  const plain = plainGrant(keys, key)
  if (plain) return plain
  const secured = securedGrant(keys, key, now)
  if (!secured) throw invalid()
  return secured
}

export function requirePermission(grant: Grant, right: Permission): void {
  if (!grant.permissions.includes(right)) {
    throw new AlgoliaError(403, 'Method not allowed with this API key')
  }
}

export function requireIndexAccess(grant: Grant, index: string): void {
  if (!grant.canUseIndex(index)) throw new AlgoliaError(403, 'Index not allowed with this API key')
}

function plainGrant({ searchKey, adminKey }: ApiKeys, key: string): Grant | undefined {
  const allIndexes = { isSecured: false, canUseIndex: () => true, enforcedParams: {} }
  if (adminKey !== undefined && isSame(key, adminKey)) {
    return { isAdmin: true, permissions: adminPermissions, ...allIndexes }
  }
  return isSame(key, searchKey)
    ? { isAdmin: false, permissions: searchPermissions, ...allIndexes }
    : undefined
}

/** The official clients build secured keys as base64(hex HMAC-SHA256(parent key, parameters) + parameters). */
function securedGrant(keys: ApiKeys, key: string, now: Date): Grant | undefined {
  const text = Buffer.from(key, 'base64').toString('utf8')
  const [signature, parameters] = [text.slice(0, 64), text.slice(64)]
  if (!/^[0-9a-f]{64}$/.test(signature)) return undefined
  const expected = createHmac('sha256', keys.searchKey).update(parameters).digest('hex')
  if (!isSame(signature, expected)) return undefined
  const {
    validUntil,
    restrictIndices,
    restrictSources: _,
    ...enforcedParams
  } = Object.fromEntries(new URLSearchParams(parameters))
  if (validUntil !== undefined && !(Number(validUntil) > now.getTime() / 1000)) return undefined
  return {
    isAdmin: false,
    isSecured: true,
    permissions: searchPermissions,
    canUseIndex: (index) => restrictIndices === undefined || isListed(listOf(restrictIndices), index),
    enforcedParams,
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

/** Index patterns may start or end with `*`: `dev_*`, `*_events`, `*`. */
function isListed(names: readonly string[], index: string): boolean {
  return names.some((name) => {
    const starts = name.endsWith('*')
    const ends = name.startsWith('*')
    const core = name.slice(ends ? 1 : 0, starts ? -1 : undefined)
    if (name === '*') return true
    if (starts && ends) return index.includes(core)
    if (starts) return index.startsWith(core)
    return ends ? index.endsWith(core) : index === name
  })
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
