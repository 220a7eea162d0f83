import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { callerOf } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { Db } from '#api/db/client.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'

interface RateLimit {
  perMinute: number
  /** Returns the session of an authenticated request; unknown tokens count by IP address. */
  sessionOf: (request: FastifyRequest) => string | undefined
  db: Db
}

const windowMs = 60_000

/** Limits requests per session, or per IP address without one. Reaching the limit is recorded once per window. */
export async function installRateLimit(
  app: FastifyInstance,
  { perMinute, sessionOf, db }: RateLimit,
): Promise<void> {
  const isFirstInWindow = firstInWindow(windowMs)

  async function record(request: FastifyRequest): Promise<void> {
    const sessionId = sessionOf(request)
    await recordSecurityEvents(db, {
      kind: 'rate.limited',
      caller: callerOf(request),
      sessionId,
      details: {
        route: request.routeOptions.url ?? '',
        by: sessionId === undefined ? 'ip_address' : 'session',
      },
    })
  }

  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: windowMs,
    keyGenerator: (request) => sessionOf(request) ?? ipLimitKey(request.ip),
    onExceeded(request, key) {
      if (!isFirstInWindow(key)) return
      record(request).catch((error: unknown) =>
        request.log.error({ err: error }, 'could not record a reached rate limit'),
      )
    },
  })
}
