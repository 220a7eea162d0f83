import type { RouteContract } from '@terrace/contracts/route'
import type { FastifyRequest } from 'fastify'
import { parseInput } from './parse-input.ts'

type QueryReader = (request: FastifyRequest) => unknown

const maxCachedQueries = 2000
const maxCachedQueryLength = 500

/** Returns a function that parses a request's query with the route's schema. */
export function queryReader({ query: schema, raw }: RouteContract): QueryReader {
  if (!schema) return () => undefined
  const read: QueryReader = (request) => parseInput(schema, request.query)
  return raw ? memoizeQuery(read) : read
}

/**
 * Caches parsed queries by their text: raw routes respond from memory, so parsing would be much of their cost. Callers
 * must not mutate the result.
 */
function memoizeQuery(read: QueryReader): QueryReader {
  const cache = new Map<string, unknown>()
  return (request) => {
    const { url = '' } = request.raw
    const text = url.slice(url.indexOf('?') + 1)
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const query = read(request)
    if (cache.size >= maxCachedQueries) cache.clear()
    if (text.length <= maxCachedQueryLength) cache.set(text, query)
    return query
  }
}
