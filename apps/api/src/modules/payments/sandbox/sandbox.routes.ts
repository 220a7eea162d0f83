import type { FastifyError, FastifyInstance } from 'fastify'
import { containsCardNumber } from './card-number.ts'
import { SandboxError } from './sandbox-error.ts'
import type { Sandbox } from './sandbox.ts'
import { serveApi } from './api/serve-api.ts'
import { serveCardFrame } from './serve-card-frame.ts'
import { serveChallenge } from './challenge/serve-challenge.ts'

/**
 * Mounts the sandbox gateway at /sandbox, outside our own API. Invariant: no card number is accepted, stored or
 * logged below it; a request that contains one is rejected before it is processed.
 */
export function mountSandbox(
  app: FastifyInstance,
  { sandbox, brand }: { sandbox: Sandbox; brand: string },
): void {
  sandbox.loopbackClient.attach(app)
  app.addHook('onClose', () => sandbox.close())
  // URLs contain challenge secrets, and might contain a card number by mistake, so requests are not logged.
  const logLevel = app.log.level === 'silent' ? 'fatal' : 'warn'
  void app.register(
    async (scope) => {
      installErrorHandler(scope)
      scope.addHook('preValidation', async ({ params, query, body, headers }) => {
        if (containsCardNumber([params, query, body, headers['idempotency-key']])) {
          throw new SandboxError('card_number_rejected', 'Card numbers are not accepted here', {
            status: 422,
          })
        }
      })
      await scope.register(async (api) => serveApi(api, sandbox), { prefix: '/v1' })
      await serveCardFrame(scope)
      await scope.register(async (pages) => serveChallenge(pages, sandbox, brand))
      scope.all('/*', () => {
        throw new SandboxError('route_unknown', 'Not found', { status: 404 })
      })
    },
    { prefix: '/sandbox', logLevel },
  )
}

function installErrorHandler(scope: FastifyInstance): void {
  scope.setErrorHandler<FastifyError | SandboxError>((error, request, reply) => {
    void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (error instanceof SandboxError) return reply.code(error.status).send(error.body)
    const status = error.statusCode ?? 500
    if (status < 500) {
      // An unreadable body may contain anything, so the parser's message is not repeated.
      const sandboxError = new SandboxError('request_malformed', 'The request cannot be read', { status })
      return reply.code(status).send(sandboxError.body)
    }
    request.log.error({ err: error }, 'sandbox error')
    return reply.code(500).send({
      error: { type: 'api_error', code: 'internal', message: 'Internal error', param: null },
    })
  })
}
