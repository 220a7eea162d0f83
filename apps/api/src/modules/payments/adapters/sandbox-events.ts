import type { PaymentEvents } from '../payment-events.port.ts'
import { isSignedBy } from '../sandbox/event-signature.ts'
import { readWireEvent } from './wire-event.ts'

/** Reads what the sandbox posts to us. */
export function createSandboxEvents({ secret }: { secret: () => Promise<string> }): PaymentEvents {
  return {
    async readEvent(raw, headers) {
      const signature = headers['sandbox-signature']
      const isSigned =
        typeof signature === 'string' &&
        isSignedBy(raw, { signature, secret: await secret(), now: new Date() })
      return isSigned ? readWireEvent(raw) : { kind: 'refused' }
    },
  }
}
