import type { RouteContract } from '@terrace/contracts/route'
import type { FastifyRequest } from 'fastify'
import { parseInput } from './parse-input.ts'

type QueryReader = (request: FastifyRequest) => unknown

const mostQueries = 2000
const longestQuery = 500

/** Reads the query of a request to this route as its contract has it. */
export function queryReader({ query: schema, raw }: RouteContract): QueryReader {
  if (!schema) return () => undefined
  const read: QueryReader = (request) => parseInput(schema, request.query)
  return raw ? remembering(read) : read
}

/**
 * A raw route answers from memory, so that reading the query would be much of its work: the same text gives the same
 * object again. Nobody may change it.
 */
function remembering(read: QueryReader): QueryReader {
  const known = new Map<string, unknown>()
  return (request) => {
    const { url = '' } = request.raw
    const text = url.slice(url.indexOf('?') + 1)
    const before = known.get(text)
    if (before !== undefined) return before
    const query = read(request)
    if (known.size >= mostQueries) known.clear()
    if (text.length <= longestQuery) known.set(text, query)
    return query
  }
}
