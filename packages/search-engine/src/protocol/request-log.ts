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
  /** The start of the body and of the response. */
  texts: TextRange
  elapsedMs: number
}

/** Where the texts of an entry are in the memory of the log. */
interface TextRange {
  bodyStart: number
  bodyEnd: number
  responseStart: number
  responseEnd: number
}

/** Keeps the last requests in memory and serves them at `/logs`. */
export function mountLogs(api: FastifyInstance, now: () => Date): void {
  const entries: LogEntry[] = []
  let next = 0
  // Allocated once and written again and again, because every request ends here.
  const memory = Buffer.alloc(maxEntries * 2 * maxTextBytes)

  /** Copies the start of the texts, so that an entry does not hold whole requests in memory. */
  function copyTexts(entry: number, body: Buffer | string, response: Buffer | string): TextRange {
    const bodyStart = entry * 2 * maxTextBytes
    const responseStart = bodyStart + maxTextBytes
    return {
      bodyStart,
      bodyEnd: bodyStart + writeStart(memory, bodyStart, body),
      responseStart,
      responseEnd: responseStart + writeStart(memory, responseStart, response),
    }
  }

  // Before the response is sent, so that its caller finds the entry.
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload === 'string') request.searchResponse ??= payload
    if (request.method === 'OPTIONS' || pathOf(request) === '/1/logs') return
    const body = Buffer.isBuffer(request.body) ? request.body : ''
    const texts = copyTexts(next, body, request.searchResponse ?? '')
    entries[next] = entryOf(request, reply, { time: now(), texts })
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
    return {
      logs: found
        .slice(from, from + countOf('length', length, maxEntries))
        .map((entry) => shown(entry, memory)),
    }
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

/** Writes at most {@link maxTextBytes} of a text, and returns how many. */
const writeStart = (memory: Buffer, start: number, text: Buffer | string): number =>
  typeof text === 'string'
    ? memory.write(text, start, maxTextBytes)
    : text.copy(memory, start, 0, Math.min(text.length, maxTextBytes))

function entryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { time, texts }: Pick<LogEntry, 'time' | 'texts'>,
): LogEntry {
  const { index } = request.params as { index?: string }
  return {
    time,
    method: request.method,
    status: reply.statusCode,
    url: request.url,
    ip: request.ip,
    index,
    headers: request.headers,
    texts,
    elapsedMs: reply.elapsedTime,
  }
}

function shown(
  { time, method, status, url, ip, index, headers, texts, elapsedMs }: LogEntry,
  memory: Buffer,
) {
  const [path = '', query = ''] = hideKeys(url).split('?')
  const lines = Object.entries(headers).map(([name, value]) => hideKeys(`${name}: ${String(value)}`))
  const entry = {
    timestamp: time.toISOString(),
    method,
    answer_code: String(status),
    query_body: memory.toString('utf8', texts.bodyStart, texts.bodyEnd),
    answer: memory.toString('utf8', texts.responseStart, texts.responseEnd),
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
