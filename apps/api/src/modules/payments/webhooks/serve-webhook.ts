import type { FastifyInstance } from 'fastify'
import { commonErrors } from '#api/shared/app-error.ts'
import { translateGatewayErrors, type CardsDeps } from '../cards/cards-deps.ts'
import { cardsErrors } from '../cards/cards.errors.ts'
import type { PaymentEvents } from '../payment-events.port.ts'
import { createEventReceiver, type PaymentEventHandlers } from './receive-event.ts'

interface WebhookDeps extends CardsDeps {
  paymentEvents: PaymentEvents
}

/**
 * Serves the gateway's webhook at /payments/webhook. Unsigned messages are rejected without details; failures return
 * an error, so that the gateway delivers again.
 */
export async function servePaymentWebhook(
  app: FastifyInstance,
  deps: WebhookDeps,
  handlers: PaymentEventHandlers,
): Promise<void> {
  const receiveEvent = createEventReceiver(deps, handlers)
  await app.register(async (scope) => {
    // The signature covers the raw bytes, so the body must not be parsed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_048_576 }, (_request, body, done) =>
      done(null, body),
    )

    // All events come from one address, so the limit is far above that of a user.
    const limit = { config: { rateLimit: { max: 60_000, timeWindow: 60_000 } } }
    scope.post('/payments/webhook', limit, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const result = await deps.paymentEvents.readEvent(raw, request.headers)
      if (result.kind === 'invalid_signature') {
        request.log.warn('payment webhook received a message with an invalid signature')
        throw cardsErrors.make('payments.invalid_signature')
      }
      if (result.kind === 'unreadable') throw commonErrors.make('request.malformed')
      return reply.send({ data: { status: await translateGatewayErrors(receiveEvent(result.event)) } })
    })
  })
}
