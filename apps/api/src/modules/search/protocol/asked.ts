import type { FastifyRequest } from 'fastify'
import type { Indexes } from '../engine/indexes.ts'
import type { IndexSettings } from '../engine/settings.ts'
import { AlgoliaError, badRequest } from './algolia-error.ts'
import { bodyOf, type Body } from './carry-out-search.ts'
import type { ApiKeys, Grant } from './keys.ts'

/** Hears of everything that has been written, before it is answered. */
export interface WrittenLog {
  saved(index: string, ids: readonly string[]): Promise<void>
  settings(index: string, settings: IndexSettings): Promise<void>
  cleared(index: string): Promise<void>
  dropped(index: string): Promise<void>
}

export interface SearchDoor {
  keys: ApiKeys
  indexes: Indexes
  now: () => Date
  /** Resolves when the indexes hold what they should, and is undefined from then on; nothing is answered before. */
  loaded: () => Promise<void> | undefined
  written: WrittenLog
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
