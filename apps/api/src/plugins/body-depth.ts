import type { FastifyInstance } from 'fastify'
import { invalidInput } from '#api/shared/app-error.ts'

/** More than twice the depth of any real request. */
const deepest = 32

/**
 * Rejects deeply nested bodies before validation: a few thousand brackets would exhaust the stack of recursive code.
 */
export function installBodyDepthLimit(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body }, _reply, done) => {
    if (body === undefined) return done()
    done(isDeeperThan(body, deepest) ? invalidInput({ body: ['is nested too deeply'] }) : undefined)
  })
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  // Buffers and streams are not JSON.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1))
}
