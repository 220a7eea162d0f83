import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Indexes } from '../engine/indexes.ts'
import { grantFor } from './asked.ts'

interface Kept {
  version: number
  json: string
  /** Made when somebody asks for it. */
  packed: Buffer | undefined
}

/** What the texts of answers may take in memory. */
const maxBytes = 24 * 1024 * 1024
const fewBytes = 1024

/**
 * Answers to searches as they went out, until anything in any index changes: while people type, the same beginnings are
 * asked for again and again. Kept packed too, so that a text is packed once.
 */
export function createAnswerCache(indexes: Indexes) {
  const answers = new Map<string, Kept>()
  let bytes = 0

  function drop(key: string, { json, packed }: Kept): void {
    answers.delete(key)
    bytes -= json.length + (packed?.length ?? 0) + key.length
  }

  function keep(key: string, kept: Kept): void {
    answers.set(key, kept)
    bytes += kept.json.length + (kept.packed?.length ?? 0) + key.length
    for (const [oldest, one] of answers) {
      if (bytes <= maxBytes) break
      drop(oldest, one)
    }
  }

  return function send(request: FastifyRequest, reply: FastifyReply, make: () => object): FastifyReply {
    const { isAdmin, isSecured } = grantFor(request)
    const sent = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
    const isKeepable = !isSecured && !sent.includes('clickAnalytics')
    const key = `${isAdmin ? 'a' : 's'} ${request.url.split('?')[0]} ${sent}`
    const version = indexes.version()

    let kept = isKeepable ? answers.get(key) : undefined
    if (kept && kept.version !== version) {
      drop(key, kept)
      kept = undefined
    }
    if (!kept) {
      kept = { version, json: JSON.stringify(make()), packed: undefined }
      if (isKeepable) keep(key, kept)
    }

    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (kept.json.length < fewBytes || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      return reply.send(kept.json)
    }
    if (!kept.packed) {
      if (isKeepable) drop(key, kept)
      kept.packed = gzipSync(kept.json, { level: 2 })
      if (isKeepable) keep(key, kept)
    }
    return reply.header('content-encoding', 'gzip').send(kept.packed)
  }
}
