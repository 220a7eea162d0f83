import type { FastifyInstance } from 'fastify'
import { commonErrors } from '#api/shared/app-error.ts'

const served = /^\/(?:health\/|metrics(?:\?|$))/
/** The sandbox gateway and its events, which a process sends to itself. */
const sandbox = /^\/(?:sandbox\/|payments\/webhook$)/

/** Lets a process without the role `web` serve its health and metrics, and the sandbox if it has one. */
export function installWorkerOnly(app: FastifyInstance, { hasSandbox }: { hasSandbox: boolean }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isServed = served.test(request.url) || (hasSandbox && sandbox.test(request.url))
    done(isServed ? undefined : commonErrors.make('route.not_found'))
  })
}
