import type { PaymentEvents } from '../payment-events.port.ts'
import { isSignedBy } from '../sandbox/webhooks/event-signature.ts'
import { parseWireEvent } from './wire-event.ts'

/** Verifies and reads the events of the sandbox. */
export function createSandboxEvents({ secret }: { secret: () => Promise<string> }): PaymentEvents {
  return {
    async readEvent(raw, headers) {
      const signature = headers['sandbox-signature']
      const isSigned =
        typeof signature === 'string' &&
        isSignedBy(raw, { signature, secret: await secret(), now: new Date() })
      return isSigned ? parseWireEvent(raw) : { kind: 'invalid_signature' }
    },
  }
}
