import type { FastifyRequest } from 'fastify'
import type { Indexes } from '../engine/indexes.ts'
import type { SearchRecord } from '../engine/records/record-values.ts'
import type { IndexSettings } from '../engine/settings.ts'
import { AlgoliaError, badRequest } from './algolia-error.ts'
import { asJsonObject, type JsonObject } from './search/search-context.ts'
import type { ApiKeys, Grant } from './keys.ts'

/** The changes to one index, applied in this order: drop, clear, settings, records. */
export interface IndexWrite {
  index: string
  isDropped?: boolean
  isCleared?: boolean
  /** The complete settings, not only the changed ones. */
  settings?: IndexSettings
  /** Records by id; null deletes one. */
  records?: ReadonlyMap<string, SearchRecord | null>
}

/** Persists all writes or none, before the indexes show them, so that a confirmed write is never lost. */
export type PersistWrites = (writes: readonly IndexWrite[]) => Promise<void>

export interface SearchServerOptions {
  keys: ApiKeys
  indexes: Indexes
  now: () => Date
  /** Resolves once the indexes are loaded, and returns undefined from then on. Requests wait for it. */
  loaded: () => Promise<void> | undefined
  persist: PersistWrites
  work?: WorkMeter
  /** Rate limit per client address; needs `@fastify/rate-limit` on the host app. */
  perMinute: number
}

/** Limits the computing that a caller may cause. */
export interface WorkMeter {
  /** Seconds until the caller may cause more; undefined if it may now. `keyId` is set for keys added over HTTP. */
  waitSeconds(request: FastifyRequest, keyId: string | undefined): number | undefined
  charge(request: FastifyRequest, keyId: string | undefined, ms: number): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Permissions of the API key in a search request. */
    searchGrant?: Grant
    /** The response before it is compressed. */
    searchResponse?: Buffer | string
  }
}

export const readLimit = 256 * 1024
export const writeLimit = 32 * 1024 * 1024

export function grantFor(request: FastifyRequest): Grant {
  const { searchGrant } = request
  if (!searchGrant) throw new AlgoliaError(403, 'Invalid Application-ID or API key')
  return searchGrant
}

export function jsonOf(request: FastifyRequest): JsonObject {
  return asJsonObject(jsonValueOf(request))
}

/** Parses the body as JSON, regardless of its content type; an empty body is `{}`. */
export function jsonValueOf(request: FastifyRequest): unknown {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw badRequest('Invalid JSON')
  }
}

/** The query string as a request body, without the credentials. */
export function queryOf(request: FastifyRequest): JsonObject {
  const entries = Object.entries(request.query as Readonly<Record<string, unknown>>)
  return Object.fromEntries(entries.filter(([name]) => !name.toLowerCase().startsWith('x-algolia-')))
}

export function pathPart(request: FastifyRequest, name: string): string {
  // Set by the router from the route's path.
  const { [name]: part } = request.params as Readonly<Record<string, string | undefined>>
  return part ?? ''
}
