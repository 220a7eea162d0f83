import type { FastifyInstance } from 'fastify'

/** Other origins may call the API only, not pages, emails or metrics. */
const open = /^\/api\//

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-none-match, traceparent',
  // Seconds. Browsers cap it differently, all below a day.
  'access-control-max-age': '7200',
} as const

const readable = 'etag, retry-after, date, server-timing'

/**
 * Lets pages of the listed origins read responses. Without `allow-credentials` no cookies are sent: such a page
 * authenticates with its bearer token. Other origins get exactly the response to a request without an origin.
 */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    if (!open.test(request.url)) return done()
    // Always vary, so that a cache never serves the response without CORS headers to a listed page.
    void reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return done()
    void reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      void reply.header('access-control-expose-headers', readable)
      return done()
    }
    void reply.headers(preflightHeaders).code(204).send()
  })
}
