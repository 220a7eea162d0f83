import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

interface RateLimit {
  perMinute: number
  /** The session of the request where it is known; whatever a stranger sends as a token counts for the address. */
  sessionOf: (request: FastifyRequest) => string | undefined
}

/** A ceiling for one caller: by session where there is one, else by address. */
export async function installRateLimit(
  app: FastifyInstance,
  { perMinute, sessionOf }: RateLimit,
): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => sessionOf(request) ?? request.ip,
  })
}
