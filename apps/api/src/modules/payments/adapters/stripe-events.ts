import { Stripe } from 'stripe'
import type { PaymentEvents } from '../payment-events.port.ts'
import { parseWireEvent } from './wire-event.ts'

/** How long a signature is valid. */
const toleranceSeconds = 300

/** Verifies and reads Stripe's events. Any of the secrets may sign, so that secrets can be rotated. */
export function createStripeEvents({ secrets }: { secrets: readonly string[] }): PaymentEvents {
  return {
    async readEvent(raw, headers) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string' || !secrets.some((secret) => isSigned(raw, signature, secret)))
        return { kind: 'invalid_signature' }
      return parseWireEvent(raw)
    },
  }
}

/** The client compares in constant time. It also parses the body, so a signed body that is not JSON is rejected. */
function isSigned(raw: Buffer, signature: string, secret: string): boolean {
  try {
    Stripe.webhooks.constructEvent(raw, signature, secret, toleranceSeconds)
    return true
  } catch {
    return false
  }
}
