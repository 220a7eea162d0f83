import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AlgoliaError } from './algolia-error.ts'
import { readLimit, type SearchDoor } from './asked.ts'
import { grantOf } from './keys.ts'
import { mountReads } from './read-routes.ts'
import { mountWrites } from './write-routes.ts'

/**
 * The endpoint below `/1` as the official Algolia clients speak to it (wire.md §1): who is asked for by header or query, any
 * content type, gzip or not, from any origin, and every failure as `{message, status}`.
 */
export function serveSearch(root: FastifyInstance, door: SearchDoor): void {
  void root.register(
    async (api) => {
      api.decorateRequest('searchGrant')
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: readLimit }, (_request, body, done) =>
        done(null, body),
      )
      api.setErrorHandler<FastifyError | AlgoliaError>((error, request, reply) => {
        const { status, message } = told(error)
        if (status >= 500) request.log.error({ err: error }, 'request failed')
        const wait = error instanceof AlgoliaError ? error.retryAfterSeconds : undefined
        if (wait !== undefined) void reply.header('retry-after', wait)
        return reply.code(status).header('cache-control', 'no-store').send({ message, status })
      })
      api.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found', status: 404 }))
      api.addHook('onRequest', async (request, reply) => {
        void reply.headers({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        if (request.method === 'OPTIONS') return
        // Before the body is read: whoever may do nothing sends nothing.
        request.searchGrant = grantOf(
          door.keys,
          credential(request, 'x-algolia-application-id'),
          credential(request, 'x-algolia-api-key'),
          door.now(),
        )
        const loaded = door.loaded()
        if (loaded) await inTime(loaded)
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
      mountReads(api, door)
      mountWrites(api, door)
    },
    { prefix: '/1' },
  )
}

/** Longer than this nobody waits for indexes that are still being loaded. */
const patienceMs = 10_000

async function inTime(loaded: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AlgoliaError(503, 'The index is being loaded')), patienceMs)
  })
  try {
    await Promise.race([loaded, late])
  } finally {
    clearTimeout(timer)
  }
}

function told(error: FastifyError | AlgoliaError): { status: number; message: string } {
  if (error instanceof AlgoliaError) return { status: error.status, message: error.message }
  const status = error.statusCode ?? 500
  if (status === 429) return { status, message: 'Too many requests' }
  if (status === 413) return { status, message: 'The request is too large' }
  return status < 500 ? { status, message: error.message } : { status: 500, message: 'Internal server error' }
}

function credential(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers[name]
  if (typeof header === 'string') return header
  // The parser of the address answers texts and lists of texts.
  const query = request.query as Readonly<Record<string, unknown>>
  const value = query[name] ?? query[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}
