import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordSecurityEvents } from '../audit/audit.repo.ts'
import { callerOf } from '../audit/caller.ts'
import { firstInWindow } from '../audit/first-in-window.ts'
import type { Db } from '../db/client.ts'
import { addressKey } from '../shared/address-key.ts'

interface RateLimit {
  perMinute: number
  /** The session of the request where it is known; whatever a stranger sends as a token counts for the address. */
  sessionOf: (request: FastifyRequest) => string | undefined
  db: Db
}

const windowMs = 60_000

/** A ceiling for one caller: by session where there is one, else by address. Whoever reaches it is noted once a window. */
export async function installRateLimit(
  app: FastifyInstance,
  { perMinute, sessionOf, db }: RateLimit,
): Promise<void> {
  const isNews = firstInWindow(windowMs)

  async function record(request: FastifyRequest): Promise<void> {
    const sessionId = sessionOf(request)
    await recordSecurityEvents(db, {
      kind: 'rate.limited',
      caller: callerOf(request),
      sessionId,
      facts: {
        route: request.routeOptions.url ?? '',
        by: sessionId === undefined ? 'address' : 'session',
      },
    })
  }

  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: windowMs,
    keyGenerator: (request) => sessionOf(request) ?? addressKey(request.ip),
    onExceeded(request, key) {
      if (!isNews(key)) return
      record(request).catch((error: unknown) =>
        request.log.error({ err: error }, 'a reached limit was not recorded'),
      )
    },
  })
}
