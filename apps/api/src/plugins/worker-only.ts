import type { FastifyInstance } from 'fastify'
import { commonErrors } from '#api/shared/app-error.ts'

const served = /^\/(?:health\/|metrics(?:\?|$))/

/** Lets a process without the role `web` serve its health and metrics only. */
export function installWorkerOnly(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(served.test(request.url) ? undefined : commonErrors.make('route.not_found'))
  })
}
