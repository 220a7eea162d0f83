import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** A ceiling for one caller: by bearer token where there is one, else by address. */
export async function installRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    // The token itself must not become a cache key that some log prints.
    keyGenerator: ({ headers, ip }) =>
      headers.authorization ? createHash('sha256').update(headers.authorization).digest('base64url') : ip,
  })
}
