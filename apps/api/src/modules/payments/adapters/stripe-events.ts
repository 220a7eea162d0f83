import { Stripe } from 'stripe'
import { z } from 'zod'
import type { PaymentEvent, PaymentEvents } from '../payment-events.port.ts'

/** Seconds that a signature stays good (wire.md §3.5). */
const tolerance = 300

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

/** Reads what Stripe posts to us; any of the secrets may have signed it, so that one can take the place of another. */
export function createStripeEvents({ secrets }: { secrets: readonly string[] }): PaymentEvents {
  return {
    async readEvent(raw, headers) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string' || !secrets.some((secret) => isSigned(raw, signature, secret)))
        return { kind: 'refused' }
      const known = message.safeParse(JSON.parse(raw.toString('utf8'))).data
      if (!known) return { kind: 'unreadable' }
      return { kind: 'event', event: { id: known.id, type: known.type, about: aboutOf(known) } }
    },
  }
}

/** The client compares in constant time, and reads the message: one that is signed but no JSON is not ours either. */
function isSigned(raw: Buffer, signature: string, secret: string): boolean {
  try {
    Stripe.webhooks.constructEvent(raw, signature, secret, tolerance)
    return true
  } catch {
    return false
  }
}

function aboutOf({ type, data }: z.output<typeof message>): PaymentEvent['about'] {
  const { object, previous_attributes: before } = data
  if (type.startsWith('payment_intent.')) return { kind: 'payment', intentId: object.id }
  if (type.startsWith('setup_intent.')) return { kind: 'setup', setupId: object.id }
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
