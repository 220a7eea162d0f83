import type { FastifyInstance } from 'fastify'
import { commonErrors } from '../../shared/app-error.ts'
import { told, type CardsDeps } from './cards-deps.ts'
import { cardsErrors } from './cards.errors.ts'
import type { PaymentEvents } from './payment-events.port.ts'
import { receiveEvent, type EventReaders } from './receive-event.ts'

interface WebhookDeps extends CardsDeps {
  paymentEvents: PaymentEvents
}

/**
 * Where the payment provider tells what has happened, at /payments/webhook. What is not signed with our secret learns nothing;
 * what cannot be dealt with now is answered with an error, so that it is told again.
 */
export async function servePaymentWebhook(
  app: FastifyInstance,
  deps: WebhookDeps,
  readers: EventReaders,
): Promise<void> {
  await app.register(async (scope) => {
    // The signature is that of the bytes, which only exist before they are parsed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_048_576 }, (_request, body, done) =>
      done(null, body),
    )

    // A busy shop is told more than any person calls, and by one address.
    const limit = { config: { rateLimit: { max: 60_000, timeWindow: 60_000 } } }
    scope.post('/payments/webhook', limit, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const reading = await deps.paymentEvents.readEvent(raw, request.headers)
      if (reading.kind === 'refused') {
        request.log.warn('a message to the payment webhook was not signed by the provider')
        throw cardsErrors.make('payments.event_refused')
      }
      if (reading.kind === 'unreadable') throw commonErrors.make('request.malformed')
      return reply.send({ data: { status: await told(receiveEvent(deps, readers, reading.event)) } })
    })
  })
}
