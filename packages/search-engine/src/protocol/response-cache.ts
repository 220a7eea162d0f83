import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Indexes } from '../engine/indexes.ts'
import { grantFor } from './request-context.ts'

interface CachedResponse {
  version: number
  json: Buffer
  /** Compressed on first use. */
  gzipped: Buffer | undefined
}

const maxBytes = 24 * 1024 * 1024
/** How many of the last requests are recognised when they come again, at most. */
const maxAsked = 4096
const minGzipBytes = 1024
/** Longer responses are compressed by another thread. */
const maxSyncGzipBytes = 100_000
const gzipInThread = promisify(gzip)

/**
 * Caches search responses, with their gzipped form, until any index changes: typing repeats the same prefixes often.
 * A response is stored when its request comes for the second time: what is asked for once would fill the cache,
 * and its garbage costs more time than many searches.
 */
export function createResponseCache(indexes: Indexes) {
  const responses = new Map<string, CachedResponse>()
  let bytes = 0

  /** Digests of requests. Two with the same digest are taken for one, which only means that one more is stored. */
  const asked = new Uint32Array(maxAsked)

  /** Whether the request came lately; from now on it did. */
  function isRepeated(key: string): boolean {
    const digest = digestOf(key)
    const place = digest % maxAsked
    const isKnown = asked[place] === digest
    asked[place] = digest
    return isKnown
  }

  function drop(key: string, { json, gzipped }: CachedResponse): void {
    responses.delete(key)
    bytes -= json.length + (gzipped?.length ?? 0) + key.length
  }

  function store(key: string, entry: CachedResponse): void {
    const previous = responses.get(key)
    if (previous) drop(key, previous)
    responses.set(key, entry)
    bytes += entry.json.length + (entry.gzipped?.length ?? 0) + key.length
    for (const [oldest, cached] of responses) {
      if (bytes <= maxBytes) break
      drop(oldest, cached)
    }
  }

  /** `make` returns the response as JSON. */
  return async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<Buffer>,
  ): Promise<FastifyReply> {
    const { isAdmin, isRestricted } = grantFor(request)
    const requestText = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
    const isCacheable = !isRestricted && !requestText.includes('clickAnalytics')
    const key = `${isAdmin ? 'a' : 's'} ${request.url.split('?')[0]} ${requestText}`
    const version = indexes.version()

    let entry = isCacheable ? responses.get(key) : undefined
    if (entry && entry.version !== version) {
      drop(key, entry)
      entry = undefined
    }
    if (!entry) {
      entry = { version, json: await make(), gzipped: undefined }
      if (isCacheable && isRepeated(key)) {
        // A copy, because responses share their memory with others.
        entry.json = Buffer.from(entry.json)
        store(key, entry)
      }
    }

    request.searchResponse = entry.json
    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (entry.json.length < minGzipBytes || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      return reply.send(entry.json)
    }
    if (!entry.gzipped) {
      const gzipped =
        entry.json.length > maxSyncGzipBytes
          ? await gzipInThread(entry.json, { level: 2 })
          : gzipSync(entry.json, { level: 2 })
      // Another request may have replaced or evicted the entry meanwhile.
      const isStored = responses.get(key) === entry
      if (isStored) drop(key, entry)
      entry.gzipped = gzipped
      if (isStored) store(key, entry)
    }
    return reply.header('content-encoding', 'gzip').send(entry.gzipped)
  }
}

function digestOf(text: string): number {
  let digest = 0x811c_9dc5
  for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 0x0100_0193)
  return (digest ^ (digest >>> 15)) >>> 0
}
