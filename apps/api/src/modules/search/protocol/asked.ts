import type { FastifyRequest } from 'fastify'
import type { Indexes } from '../engine/indexes.ts'
import type { SearchRecord } from '../engine/record-values.ts'
import type { IndexSettings } from '../engine/settings.ts'
import { AlgoliaError, badRequest } from './algolia-error.ts'
import { bodyOf, type Body } from './carry-out-search.ts'
import type { ApiKeys, Grant } from './keys.ts'

/** What is to become of one index: it goes, or is emptied, gets these settings, and then these records. */
export interface IndexWrite {
  index: string
  isDropped?: boolean
  isCleared?: boolean
  /** All of them, not only those that change. */
  settings?: IndexSettings
  /** By their ids; null takes one out. */
  records?: ReadonlyMap<string, SearchRecord | null>
}

/** Keeps what is to be written before any index shows it: all of it or nothing, so that nothing is answered and then lost. */
export type KeepWrites = (writes: readonly IndexWrite[]) => Promise<void>

export interface SearchDoor {
  keys: ApiKeys
  indexes: Indexes
  now: () => Date
  /** Resolves when the indexes hold what they should, and is undefined from then on; nothing is answered before. */
  loaded: () => Promise<void> | undefined
  keep: KeepWrites
  /** Calls from one address. */
  perMinute: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the key of a search call lets its bearer do. */
    searchGrant?: Grant
  }
}

export const readLimit = 256 * 1024
export const writeLimit = 32 * 1024 * 1024

export function grantFor(request: FastifyRequest): Grant {
  const { searchGrant } = request
  if (!searchGrant) throw new AlgoliaError(403, 'Invalid Application-ID or API key')
  return searchGrant
}

/** The JSON of a call, whatever it is called; an empty one is `{}`. A packed one has been unpacked on its way here. */
export function jsonOf(request: FastifyRequest): Body {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest('Invalid JSON')
  }
  return bodyOf(value)
}

/** The parameters of an address as the body of a call; those that say who calls are left out. */
export function queryOf(request: FastifyRequest): Body {
  const entries = Object.entries(request.query as Readonly<Record<string, unknown>>)
  return Object.fromEntries(entries.filter(([name]) => !name.toLowerCase().startsWith('x-algolia-')))
}

export function pathPart(request: FastifyRequest, name: string): string {
  // Filled by the router from the route's own path.
  const { [name]: part } = request.params as Readonly<Record<string, string | undefined>>
  return part ?? ''
}
