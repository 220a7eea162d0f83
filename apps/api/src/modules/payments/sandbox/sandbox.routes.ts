import type { FastifyError, FastifyInstance } from 'fastify'
import { holdsCardNumber } from './card-number.ts'
import { SandboxRefusal } from './sandbox-refusal.ts'
import type { Sandbox } from './sandbox.ts'
import { serveApi } from './serve-api.ts'
import { serveCardFrame } from './serve-card-frame.ts'
import { serveChallenge } from './serve-challenge.ts'

/**
 * Mounts the sandbox provider at /sandbox, outside our own API. Invariant: no card number is accepted, stored or logged
 * anywhere below it; a request that holds one is refused before anything reads it.
 */
export function mountSandbox(
  app: FastifyInstance,
  { sandbox, brand }: { sandbox: Sandbox; brand: string },
): void {
  sandbox.door.attach(app)
  app.addHook('onClose', () => sandbox.close())
  // Addresses hold secrets of challenges, and might hold a card number by mistake: requests are not logged.
  const logLevel = app.log.level === 'silent' ? 'fatal' : 'warn'
  void app.register(
    async (scope) => {
      installRefusals(scope)
      scope.addHook('preValidation', async ({ params, query, body, headers }) => {
        if (holdsCardNumber([params, query, body, headers['idempotency-key']])) {
          throw new SandboxRefusal('card_number_refused', 'Card numbers are not accepted here', {
            status: 422,
          })
        }
      })
      await scope.register(async (api) => serveApi(api, sandbox), { prefix: '/v1' })
      await serveCardFrame(scope)
      await scope.register(async (pages) => serveChallenge(pages, sandbox, brand))
      scope.all('/*', () => {
        throw new SandboxRefusal('route_unknown', 'There is nothing at this address', { status: 404 })
      })
    },
    { prefix: '/sandbox', logLevel },
  )
}

function installRefusals(scope: FastifyInstance): void {
  scope.setErrorHandler<FastifyError | SandboxRefusal>((error, request, reply) => {
    void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (error instanceof SandboxRefusal) return reply.code(error.status).send(error.body)
    const status = error.statusCode ?? 500
    if (status < 500) {
      // A body that cannot be read may hold anything, so the reader's own words stay here.
      const refusal = new SandboxRefusal('request_malformed', 'The request cannot be read', { status })
      return reply.code(status).send(refusal.body)
    }
    request.log.error({ err: error }, 'the sandbox failed')
    return reply.code(500).send({
      error: { type: 'api_error', code: 'internal', message: 'The sandbox failed', param: null },
    })
  })
}
