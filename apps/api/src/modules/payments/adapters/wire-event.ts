import { z } from 'zod'
import type { WebhookReadResult, PaymentEvent } from '../payment-events.port.ts'

const idOrObject = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const wireEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.looseObject({
      id: z.string(),
      customer: idOrObject.nullish(),
      payment_intent: idOrObject.nullish(),
    }),
    previous_attributes: z.object({ customer: idOrObject.nullish() }).optional(),
  }),
})

/** Parses a verified event in Stripe's format, which the sandbox shares. */
export function parseWireEvent(raw: Buffer): WebhookReadResult {
  const event = wireEvent.safeParse(parseJson(raw)).data
  if (!event) return { kind: 'unreadable' }
  return { kind: 'event', event: { id: event.id, type: event.type, about: aboutOf(event) } }
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    // The schema rejects `undefined`.
    return undefined
  }
}

function aboutOf({ type, data }: z.output<typeof wireEvent>): PaymentEvent['about'] {
  const { object, previous_attributes: before } = data
  if (type.startsWith('payment_intent.')) return { kind: 'payment', gatewayPaymentId: object.id }
  if (type.startsWith('setup_intent.')) return { kind: 'setup', setupId: object.id }
  if (type.startsWith('refund.') || type.startsWith('charge.refund.'))
    return { kind: 'refund', refundId: object.id }
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', disputeId: object.id }
  if (type.startsWith('payment_method.')) {
    // A detached card has no customer; the previous attributes name it.
    const customerId = object.customer ?? before?.customer
    return customerId ? { kind: 'cards', customerId } : null
  }
  if (type.startsWith('charge.') && object.payment_intent)
    return { kind: 'payment', gatewayPaymentId: object.payment_intent }
  return null
}
