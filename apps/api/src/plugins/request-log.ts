import type { FastifyInstance } from 'fastify'

/** One line for each answered request: what was asked, how it ended, and the milliseconds it took. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  })
}
