import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Indexes } from '../../engine/indexes.ts'
import type { SearchIndex } from '../../engine/search-index.ts'
import { apiKeysIndex, recordsIn } from '../internal-indexes.ts'

/** An API key that was added over HTTP. Its value is derived from the admin key, so that no secret is stored. */
export interface StoredKey {
  objectID: string
  acl: readonly string[]
  description: string
  /** Names or patterns; none means all. */
  indexes: readonly string[]
  maxHitsPerQuery: number
  maxQueriesPerIPPerHour: number
  queryParameters: string
  referers: readonly string[]
  /** Seconds from its creation; 0 does not expire. */
  validity: number
  /** Seconds since 1970. */
  createdAt: number
  isDeleted?: boolean
}

export function valueOfKey(adminKey: string, objectID: string): string {
  return createHmac('sha256', adminKey).update(`api-key:${objectID}`).digest('hex').slice(0, 32)
}

export function storedKeys(indexes: Indexes): StoredKey[] {
  // Written by the key routes only, which validate.
  return recordsIn(indexes, apiKeysIndex) as unknown as StoredKey[]
}

interface KnownKeys {
  version: number
  byDigest: ReadonlyMap<string, StoredKey>
  values: readonly string[]
}

const cache = new WeakMap<SearchIndex, KnownKeys>()

function knownKeys(indexes: Indexes, adminKey: string | undefined): KnownKeys | undefined {
  const index = indexes.find(apiKeysIndex)
  if (!index || adminKey === undefined) return undefined
  const { version } = index
  const cached = cache.get(index)
  if (cached?.version === version) return cached
  const keys = storedKeys(indexes)
  const values = keys.map(({ objectID }) => valueOfKey(adminKey, objectID))
  const byDigest = new Map(keys.map((key, at) => [digest(values[at] ?? ''), key]))
  const known = { version, byDigest, values: values.filter((_, at) => keys[at]?.isDeleted !== true) }
  cache.set(index, known)
  return known
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The key with this value, also a deleted one. */
export function findStoredKey(
  indexes: Indexes,
  adminKey: string | undefined,
  value: string,
): StoredKey | undefined {
  return knownKeys(indexes, adminKey)?.byDigest.get(digest(value))
}

export function storedKeyValues(indexes: Indexes, adminKey: string | undefined): readonly string[] {
  return knownKeys(indexes, adminKey)?.values ?? []
}

/** Whether the key is deleted or its validity has ended. */
export function hasExpired({ isDeleted, validity, createdAt }: StoredKey, now: Date): boolean {
  return isDeleted === true || (validity > 0 && createdAt + validity <= now.getTime() / 1000)
}

/** Patterns may start or end with `*`: `dev_*`, `*_events`, `*`. */
export function matchesPattern(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => {
    const starts = pattern.endsWith('*')
    const ends = pattern.startsWith('*')
    const core = pattern.slice(ends ? 1 : 0, starts ? -1 : undefined)
    if (pattern === '*') return true
    if (starts && ends) return text.includes(core)
    if (starts) return text.startsWith(core)
    return ends ? text.endsWith(core) : text === pattern
  })
}

/** Takes the same time wherever the texts differ. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
