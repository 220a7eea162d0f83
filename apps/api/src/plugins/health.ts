import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { commonErrors } from '#api/shared/app-error.ts'
import { createOperationalMetrics } from './operational-metrics.ts'
import { findUnreadiness, type ReadinessDeps } from './readiness.ts'

interface Health extends ReadinessDeps {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  outbox: { lag(): Promise<number>; secondsSinceRead(): number }
  production: boolean
  /** Grants access to the metrics. */
  metricsToken: string | undefined
}

/** `/health/live`, `/health/ready` and `/metrics` (product.md §9). */
export function installHealth(app: FastifyInstance, health: Health): void {
  const { outbox, production, metricsToken } = health
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP request duration by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const lag = new Gauge({
    name: 'outbox_lag_seconds',
    help: 'Age of the oldest unprocessed outbox row, in seconds.',
    registers: [registry],
  })
  const operational = createOperationalMetrics(registry, health)
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    }
    seconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })

  let lastReason: string | undefined
  const open = { config: { rateLimit: false } }
  app.get('/health/live', open, async () => ({ status: 'ok' }))
  app.get('/health/ready', open, async (_request, reply) => {
    const reason = await findUnreadiness(health)
    if (reason !== lastReason && reason !== undefined) app.log.warn({ reason }, 'not ready')
    lastReason = reason
    return reason === undefined ? { status: 'ok' } : reply.code(503).send({ status: reason })
  })
  const mayRead =
    metricsToken === undefined
      ? // In production a proxy makes every request look local.
        (request: FastifyRequest) => !production && isFromHere(request)
      : hasBearerToken(metricsToken)
  app.get('/metrics', open, async (request, reply) => {
    // Hide the endpoint from callers without access.
    if (!mayRead(request)) throw commonErrors.make('route.not_found')
    // The lag is unknown without the database; the other metrics are still useful.
    lag.set(await outbox.lag().catch(() => Number.NaN))
    await operational.collect()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function hasBearerToken(token: string): (request: FastifyRequest) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const right = digest(`Bearer ${token}`)
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), right)
}

/** True for a request from this machine that no proxy forwarded. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}
