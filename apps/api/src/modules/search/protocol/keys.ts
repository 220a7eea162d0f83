import { createHmac, timingSafeEqual } from 'node:crypto'
import { AlgoliaError } from './algolia-error.ts'

export type Right =
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
  /** Public: it searches and does nothing else. */
  searchKey: string
  /** Undefined: nothing is written by HTTP. */
  adminKey: string | undefined
}

/** What the bearer of a key may do. */
export interface Grant {
  isAdmin: boolean
  /** It was made from the search key and may do less: what others were answered is not for its bearer. */
  isSecured: boolean
  rights: readonly Right[]
  mayUse(index: string): boolean
  /** Parameters that a secured key imposes on every search; its filters are added to those of the search. */
  imposed: Readonly<Record<string, string>>
}

export const searchRights: readonly Right[] = ['search']
export const adminRights: readonly Right[] = [
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

/** What a caller may do by the application id and the key that it sent. Throws an {@link AlgoliaError} 403. */
export function grantOf(keys: ApiKeys, appId: string | undefined, key: string | undefined, now: Date): Grant {
  if (appId === undefined || key === undefined || !isSame(appId, keys.appId)) throw invalid()
  const plain = plainGrant(keys, key)
  if (plain) return plain
  const secured = securedGrant(keys, key, now)
  if (!secured) throw invalid()
  return secured
}

export function demandRight(grant: Grant, right: Right): void {
  if (!grant.rights.includes(right)) {
    throw new AlgoliaError(403, 'Method not allowed with this API key')
  }
}

export function demandIndex(grant: Grant, index: string): void {
  if (!grant.mayUse(index)) throw new AlgoliaError(403, 'Index not allowed with this API key')
}

function plainGrant({ searchKey, adminKey }: ApiKeys, key: string): Grant | undefined {
  const everywhere = { isSecured: false, mayUse: () => true, imposed: {} }
  if (adminKey !== undefined && isSame(key, adminKey)) {
    return { isAdmin: true, rights: adminRights, ...everywhere }
  }
  return isSame(key, searchKey) ? { isAdmin: false, rights: searchRights, ...everywhere } : undefined
}

/** base64( hex HMAC-SHA256(parent key, parameters) + parameters ), as the official libraries make it. */
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
    ...imposed
  } = Object.fromEntries(new URLSearchParams(parameters))
  if (validUntil !== undefined && !(Number(validUntil) > now.getTime() / 1000)) return undefined
  return {
    isAdmin: false,
    isSecured: true,
    rights: searchRights,
    mayUse: (index) => restrictIndices === undefined || isListed(listOf(restrictIndices), index),
    imposed,
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

/** `dev_*`, `*_events` and `*` stand for many. */
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
