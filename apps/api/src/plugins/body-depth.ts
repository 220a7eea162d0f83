import type { FastifyInstance } from 'fastify'
import { invalidInput } from '../shared/app-error.ts'

/** No call of ours needs half of it. */
const deepest = 32

/**
 * Refuses bodies that are nested more deeply than any call needs, before anything walks through them: a few thousand
 * brackets are enough to exhaust the stack of whatever does.
 */
export function installBodyDepth(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body }, _reply, done) => {
    if (body === undefined) return done()
    done(isDeeperThan(body, deepest) ? invalidInput({ body: ['is nested too deeply'] }) : undefined)
  })
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  // Bytes and streams are no JSON, and long.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1))
}
