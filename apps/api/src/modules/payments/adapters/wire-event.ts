import { z } from 'zod'
import type { EventReading, PaymentEvent } from '../payment-events.port.ts'

const idOrThing = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const message = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.looseObject({
      id: z.string(),
      customer: idOrThing.nullish(),
      payment_intent: idOrThing.nullish(),
    }),
    previous_attributes: z.object({ customer: idOrThing.nullish() }).optional(),
  }),
})

/** What a message says, in Stripe's words, which the sandbox has too; its signature has been proved. */
export function readWireEvent(raw: Buffer): EventReading {
  const known = message.safeParse(parsed(raw)).data
  if (!known) return { kind: 'unreadable' }
  return { kind: 'event', event: { id: known.id, type: known.type, about: aboutOf(known) } }
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    // Signed, but no JSON: the schema refuses it.
    return undefined
  }
}

function aboutOf({ type, data }: z.output<typeof message>): PaymentEvent['about'] {
  const { object, previous_attributes: before } = data
  if (type.startsWith('payment_intent.')) return { kind: 'payment', intentId: object.id }
  if (type.startsWith('setup_intent.')) return { kind: 'setup', setupId: object.id }
  if (type.startsWith('refund.') || type.startsWith('charge.refund.'))
    return { kind: 'refund', refundId: object.id }
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', disputeId: object.id }
  if (type.startsWith('payment_method.')) {
    // A card that was taken from its customer no longer names them.
    const customerId = object.customer ?? before?.customer
    return customerId ? { kind: 'cards', customerId } : null
  }
  if (type.startsWith('charge.') && object.payment_intent)
    return { kind: 'payment', intentId: object.payment_intent }
  return null
}
