import { Stripe } from 'stripe'
import type { PaymentEvents } from '../payment-events.port.ts'
import { readWireEvent } from './wire-event.ts'

/** Seconds that a signature stays good (wire.md §3.5). */
const tolerance = 300

/** Reads what Stripe posts to us; any of the secrets may have signed it, so that one can take the place of another. */
export function createStripeEvents({ secrets }: { secrets: readonly string[] }): PaymentEvents {
  return {
    async readEvent(raw, headers) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string' || !secrets.some((secret) => isSigned(raw, signature, secret)))
        return { kind: 'refused' }
      return readWireEvent(raw)
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
