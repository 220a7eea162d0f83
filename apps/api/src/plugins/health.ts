import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge } from 'prom-client'
import type { Metrics } from '#api/metrics/create-metrics.ts'
import { createOperationalMetrics, type Observed } from '#api/metrics/operational-metrics.ts'
import { recentErrors } from '#api/error-reports/error-reports.ts'
import { isFromThisMachine } from '#api/shared/http/is-from-this-machine.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { refusalCodeOf } from './error-handler.ts'
import { createReadinessCheck, type ReadinessDeps } from './readiness.ts'

interface Health extends Omit<ReadinessDeps, 'search'>, Observed {
  metrics: Metrics
  search: { isReady(): boolean; secondsBehind(): number } | undefined
  outbox: { lag(): Promise<number>; secondsSinceRead(): number }
  production: boolean
  processId: string
  /** Grants access to the metrics. */
  metricsToken: string | undefined
}

/** `/health/live`, `/health/ready` and `/metrics` (product.md §9), and `/health/errors` for callers who may read the metrics. */
export function installHealth(app: FastifyInstance, health: Health): void {
  const { metrics, outbox, production, processId, metricsToken } = health
  const { registry } = metrics
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
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.addHook('onError', (_request, _reply, error, done) => {
    metrics.refusals.inc({ code: refusalCodeOf(error) })
    done()
  })

  const findUnreadiness = createReadinessCheck(health)
  let lastReason: string | undefined
  const open = { config: { rateLimit: false } }
  app.get('/health/live', open, async () => ({ status: 'ok', process: processId }))
  app.get('/health/ready', open, async (_request, reply) => {
    const reason = await findUnreadiness()
    if (reason !== lastReason && reason !== undefined) app.log.warn({ reason }, 'not ready')
    lastReason = reason
    return reason === undefined ? { status: 'ok' } : reply.code(503).send({ status: reason })
  })
  const mayRead =
    metricsToken === undefined
      ? // In production a proxy makes every request look local.
        (request: FastifyRequest) => !production && isFromThisMachine(request)
      : hasBearerToken(metricsToken)
  // Hide the endpoints from callers without access.
  const assertMayRead = (request: FastifyRequest) => {
    if (!mayRead(request)) throw commonErrors.make('route.not_found')
  }
  app.get('/health/errors', open, (request, reply) => {
    assertMayRead(request)
    return reply.send({ process: processId, errors: recentErrors() })
  })
  app.get('/metrics', open, async (request, reply) => {
    assertMayRead(request)
    await operational.collect()
    // The lag is unknown without the database; the other metrics are still useful.
    lag.set(await outbox.lag().catch(() => Number.NaN))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function hasBearerToken(token: string): (request: FastifyRequest) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const right = digest(`Bearer ${token}`)
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), right)
}
