import type { FastifyInstance } from 'fastify'
import { commonErrors } from '#api/shared/app-error.ts'

export interface Draining {
  /** Asks proxies and clients to use another process; requests are still served until the server closes. */
  begin(): void
  isActive(): boolean
}

/** Lets the server end without failed requests: those that arrive after it has begun to close get a 503. */
export function installDraining(app: FastifyInstance): Draining {
  let isActive = false
  let isClosing = false
  app.addHook('preClose', async () => {
    isActive = true
    isClosing = true
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (isActive) void reply.header('connection', 'close')
    done(isClosing ? commonErrors.make('server.unavailable', { retryAfterSeconds: 1 }) : undefined)
  })
  return {
    begin: () => {
      isActive = true
    },
    isActive: () => isActive,
  }
}
