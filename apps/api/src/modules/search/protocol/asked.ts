import { gunzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { Indexes } from '../engine/indexes.ts'
import { AlgoliaError, badRequest } from './algolia-error.ts'
import { bodyOf, type Body } from './carry-out-search.ts'
import type { ApiKeys, Grant } from './keys.ts'

export interface SearchDoor {
  keys: ApiKeys
  indexes: Indexes
  now: () => Date
  /** Resolves when the indexes hold what they should; nothing is answered before. */
  loaded: () => Promise<void>
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

/** The JSON of a call, whatever it is called and however it is packed; an empty one is `{}`. */
export function jsonOf(request: FastifyRequest, limit = readLimit): Body {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return {}
  let text: string
  try {
    const isPacked = request.headers['content-encoding'] === 'gzip'
    const bytes = isPacked ? gunzipSync(request.body, { maxOutputLength: limit }) : request.body
    text = bytes.toString('utf8')
  } catch {
    throw badRequest('Invalid gzip')
  }
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
