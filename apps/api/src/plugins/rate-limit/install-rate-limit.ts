import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { callerOf } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { Db } from '#api/db/client.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { RequestCounts } from './request-counts.ts'

interface RateLimit {
  perMinute: number
  /** Returns the account and session of an authenticated request; unknown tokens count by IP address. */
  callerOf: (request: FastifyRequest) => { accountId: string; sessionId: string } | undefined
  db: Db
  counts: RequestCounts
}

const windowMs = 60_000

/**
 * Limits requests per account, however many sessions it has, or per IP address without one, over all processes. Reaching the
 * limit is recorded once per minute.
 */
export async function installRateLimit(
  app: FastifyInstance,
  { perMinute, callerOf: findCaller, db, counts }: RateLimit,
): Promise<void> {
  const isFirstInWindow = firstInWindow(windowMs)
  app.addHook('onClose', () => counts.stop())

  async function record(request: FastifyRequest): Promise<void> {
    const caller = findCaller(request)
    await recordSecurityEvents(db, {
      kind: 'rate.limited',
      caller: callerOf(request),
      accountId: caller?.accountId,
      sessionId: caller?.sessionId,
      details: {
        route: request.routeOptions.url ?? '',
        by: caller ? 'account' : 'ip_address',
      },
    })
  }

  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: windowMs,
    store: storeOf(counts),
    keyGenerator: (request) => findCaller(request)?.accountId ?? ipLimitKey(request.ip),
    onExceeded(request, key) {
      if (!isFirstInWindow(key)) return
      record(request).catch((error: unknown) =>
        request.log.error({ err: error }, 'could not record a reached rate limit'),
      )
    },
  })
}

/** The counts as the plugin reads them: one for all routes without a limit of their own, one for each other route. */
function storeOf(counts: RequestCounts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    private scope = ''

    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], _window: number, max: number) {
      callback(null, counts.take(`${this.scope}${key}`, max))
    }

    child(params: object) {
      // Its types say that the plugin passes the route, but it passes the limit with the route in it.
      const { routeInfo } = params as { routeInfo: { method?: string | string[]; url?: string } }
      const store = new Store()
      // Empty for limits that a handler counts itself, whose keys have a prefix.
      store.scope = `${String(routeInfo.method ?? '')} ${routeInfo.url ?? ''} `
      return store
    }
  }
}
