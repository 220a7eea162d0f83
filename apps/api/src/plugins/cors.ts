import type { FastifyInstance } from 'fastify'

/** What pages of another origin may call: the API, and nothing that shows pages, letters or figures. */
const open = /^\/api\//

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-none-match',
  // Seconds; what browsers keep at most differs, and all keep less than a day.
  'access-control-max-age': '7200',
} as const

const readable = 'etag, retry-after, date'

/**
 * Lets pages of the listed origins read our answers. Cookies stay at home (no `allow-credentials`): such a page shows its
 * bearer token or is nobody. Whoever is not listed gets, byte for byte, the answer that a call without an origin gets.
 */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    if (!open.test(request.url)) return done()
    // Also where no origin came: a cache must not hand that answer to a page.
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
