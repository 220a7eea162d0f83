import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requirePermission } from './keys.ts'
import { badRequest } from './algolia-error.ts'
import { grantFor, queryOf } from './request-context.ts'
import { countOf } from './words/search-entries.ts'

const maxEntries = 1000
const maxTextBytes = 1000

interface LogEntry {
  time: Date
  method: string
  status: number
  url: string
  ip: string
  index: string | undefined
  headers: FastifyRequest['headers']
  body: Buffer
  answer: Buffer
  elapsedMs: number
}

/** Keeps the last requests in memory and serves them at `/logs`. */
export function mountLogs(api: FastifyInstance, now: () => Date): void {
  const entries: LogEntry[] = []
  let next = 0

  // Before the response is sent, so that its caller finds the entry.
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload === 'string') request.searchAnswer ??= payload
    if (request.method === 'OPTIONS' || pathOf(request) === '/1/logs') return
    entries[next] = entryOf(request, reply, now())
    next = (next + 1) % maxEntries
  })

  api.get('/logs', (request) => {
    requirePermission(grantFor(request), 'logs')
    const { offset = 0, length = 10, indexName, type = 'all' } = queryOf(request)
    if (typeof type !== 'string' || !Object.hasOwn(filters, type))
      throw badRequest(`type: Invalid value, expected one of ${Object.keys(filters).join(', ')}`)
    const from = countOf('offset', offset, maxEntries)
    const newestFirst = [...entries.slice(next), ...entries.slice(0, next)].toReversed()
    const found = newestFirst.filter(
      (entry) => filters[type]?.(entry) === true && (indexName === undefined || entry.index === indexName),
    )
    return { logs: found.slice(from, from + countOf('length', length, maxEntries)).map(shown) }
  })
}

const isQuery = ({ url }: LogEntry): boolean => /\/(query|queries|browse|objects)(\?|$)/.test(url)

const filters: Readonly<Record<string, (entry: LogEntry) => boolean>> = {
  all: () => true,
  query: isQuery,
  build: (entry) => entry.method !== 'GET' && !isQuery(entry),
  error: ({ status }) => status >= 400,
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

const startOf = (text: Buffer | string): Buffer =>
  typeof text === 'string'
    ? Buffer.from(text.slice(0, maxTextBytes))
    : Buffer.from(text.subarray(0, maxTextBytes))

/** Copies the start of the texts, so that an entry does not hold whole requests in memory. */
function entryOf(request: FastifyRequest, reply: FastifyReply, time: Date): LogEntry {
  const { index } = request.params as { index?: string }
  return {
    time,
    method: request.method,
    status: reply.statusCode,
    url: request.url,
    ip: request.ip,
    index,
    headers: request.headers,
    body: startOf(Buffer.isBuffer(request.body) ? request.body : ''),
    answer: startOf(request.searchAnswer ?? ''),
    elapsedMs: reply.elapsedTime,
  }
}

function shown({ time, method, status, url, ip, index, headers, body, answer, elapsedMs }: LogEntry) {
  const [path = '', query = ''] = hideKeys(url).split('?')
  const lines = Object.entries(headers).map(([name, value]) => hideKeys(`${name}: ${String(value)}`))
  const entry = {
    timestamp: time.toISOString(),
    method,
    answer_code: String(status),
    query_body: body.toString('utf8'),
    answer: answer.toString('utf8'),
    url: path,
    ip,
    query_headers: lines.join('\n'),
    nb_api_calls: '1',
    processing_time_ms: String(Math.round(elapsedMs)),
    ...(index !== undefined && { index }),
    query_params: query,
  }
  return { ...entry, sha1: createHash('sha1').update(JSON.stringify(entry)).digest('hex') }
}

/** Keeps the first letters of an API key in a URL or header. */
const hideKeys = (text: string): string =>
  text.replaceAll(/(x-algolia-api-key(?:=|: ))(\w{0,3})[^&\n]*/gi, '$1$2***')
