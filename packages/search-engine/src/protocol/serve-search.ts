import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AlgoliaError } from './algolia-error.ts'
import { readLimit, type SearchServerOptions } from './request-context.ts'
import { grantOf } from './keys.ts'
import { mountReads } from './read-routes.ts'
import { mountRecordWrites } from './record-writes.ts'
import { mountIndexWrites } from './index-writes.ts'
import { mountKeys } from './access/key-routes.ts'
import { mountLogs } from './request-log.ts'
import { mountRules } from './rule-routes.ts'
import { mountSources, requireSource } from './access/source-routes.ts'
import { createHourlyLimits } from './access/hourly-limits.ts'
import { mountDictionaries } from './words/dictionary-routes.ts'
import { mountSynonyms } from './words/synonym-routes.ts'
import { createWriter } from './writer.ts'

/**
 * Serves the Algolia REST API under `/1` for the official clients: credentials in headers or the query string, any
 * content type, any origin, and every error as `{message, status}`.
 */
export function serveSearch(root: FastifyInstance, serverOptions: SearchServerOptions): void {
  const hourlyLimits = createHourlyLimits(serverOptions.now)
  void root.register(
    async (api) => {
      api.decorateRequest('searchGrant')
      api.decorateRequest('searchResponse')
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: readLimit }, (_request, body, done) =>
        done(null, body),
      )
      api.setErrorHandler<FastifyError | AlgoliaError>((error, request, reply) => {
        const { status, message } = toErrorResponse(error)
        if (status >= 500) request.log.error({ err: error }, 'request failed')
        const retryAfter = error instanceof AlgoliaError ? error.retryAfterSeconds : undefined
        if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
        return reply.code(status).header('cache-control', 'no-store').send({ message, status })
      })
      api.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found', status: 404 }))
      api.addHook('onRequest', async (request, reply) => {
        void reply.headers({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        if (request.method === 'OPTIONS') return
        // Keys that were added over HTTP are loaded with the indexes.
        const loaded = serverOptions.loaded()
        if (loaded) await withLoadTimeout(loaded)
        // Checked before the body is read.
        const grant = grantOf(serverOptions, {
          appId: credential(request, 'x-algolia-application-id'),
          key: credential(request, 'x-algolia-api-key'),
          ip: request.ip,
          referer: request.headers.referer,
        })
        requireSource(serverOptions.indexes, request.ip)
        if (grant.hourlyLimit) hourlyLimits.count(grant.hourlyLimit, request.ip)
        request.searchGrant = grant
      })
      api.options('/*', (_request, reply) =>
        reply
          .code(204)
          .headers({
            'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
            'access-control-allow-headers':
              'content-type, content-encoding, x-algolia-api-key, x-algolia-application-id, x-algolia-request-id, x-algolia-usertoken, request-id',
            'access-control-max-age': '86400',
          })
          .send(),
      )
      mountReads(api, serverOptions)
      const writer = createWriter(api, serverOptions)
      mountRecordWrites(writer)
      mountIndexWrites(writer)
      mountSynonyms(api, writer)
      mountDictionaries(api, writer)
      mountRules(api, writer)
      mountKeys(api, writer, serverOptions.keys)
      mountSources(api, writer)
      mountLogs(api, serverOptions.now)
    },
    { prefix: '/1' },
  )
}

/** How long a request waits for indexes that are still loading. */
const loadTimeoutMs = 10_000

async function withLoadTimeout(loaded: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AlgoliaError(503, 'The index is being loaded')), loadTimeoutMs)
  })
  try {
    await Promise.race([loaded, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function toErrorResponse(error: FastifyError | AlgoliaError): { status: number; message: string } {
  if (error instanceof AlgoliaError) return { status: error.status, message: error.message }
  const status = error.statusCode ?? 500
  if (status === 429) return { status, message: 'Too many requests' }
  if (status === 413) return { status, message: 'The request is too large' }
  return status < 500 ? { status, message: error.message } : { status: 500, message: 'Internal server error' }
}

function credential(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers[name]
  if (typeof header === 'string') return header
  // The query parser returns strings and arrays of strings.
  const query = request.query as Readonly<Record<string, unknown>>
  const value = query[name] ?? query[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}
