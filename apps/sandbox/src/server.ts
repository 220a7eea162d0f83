import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
} from 'fastify'
import { containsCardNumber } from '@terrace/domain/text/card-number'
import { serveApi } from './api/serve-api.ts'
import { serveCardFrame } from './pages/serve-card-frame.ts'
import { serveChallenge } from './pages/serve-challenge.ts'
import { SandboxError } from './sandbox-error.ts'
import type { ServerParts } from './server-parts.ts'

/**
 * Serves the API, the card form and the bank's page below /sandbox. Invariant: no card number is accepted, stored or
 * logged; a request that contains one is rejected before it is processed.
 */
export async function buildServer(parts: ServerParts, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: logger,
    // URLs contain secrets of challenges, and might contain a card number by mistake.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  })
  server.setErrorHandler<FastifyError | SandboxError>((error, _request, reply) => {
    void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (error instanceof SandboxError) return reply.code(error.status).send(error.body)
    const status = error.statusCode ?? 500
    if (status < 500) {
      // An unreadable body may contain anything, so the parser's message is not repeated.
      const { body } = new SandboxError('request_malformed', 'The request cannot be read', { status })
      return reply.code(status).send(body)
    }
    logger.error({ err: error }, 'sandbox error')
    return reply.code(500).send({
      error: { type: 'api_error', code: 'internal', message: 'Internal error', param: null },
    })
  })
  server.setNotFoundHandler(() => {
    throw new SandboxError('route_unknown', 'Not found', { status: 404 })
  })
  server.addHook('preValidation', async ({ params, query, body, headers }) => {
    if (containsCardNumber([params, query, body, headers['idempotency-key']]))
      throw new SandboxError('card_number_rejected', 'Card numbers are not accepted here', { status: 422 })
  })
  server.get('/health', () => ({ status: 'ok' }))
  await server.register(
    async (scope) => {
      await scope.register(async (api) => serveApi(api, parts), { prefix: '/v1' })
      await serveCardFrame(scope)
      await scope.register(async (pages) => serveChallenge(pages, parts))
    },
    { prefix: '/sandbox' },
  )
  return server
}
