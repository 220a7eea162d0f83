import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentEvents } from '../payment-events.port.ts'
import { parseWireEvent } from './wire-event.ts'

/** How long a signature is valid. */
const toleranceSeconds = 300

/** Verifies and reads the events of the sandbox. */
export function createSandboxEvents({ secret }: { secret: string }): PaymentEvents {
  return {
    async readEvent(raw, headers) {
      const signature = headers['sandbox-signature']
      const isSigned = typeof signature === 'string' && isSignedBy(raw, signature, secret)
      return isSigned ? parseWireEvent(raw) : { kind: 'invalid_signature' }
    },
  }
}

/** Whether the body has a recent signature by the secret, in Stripe's format; compares in constant time. */
function isSignedBy(raw: Buffer, signature: string, secret: string): boolean {
  const [, time, hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (time === undefined || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) return false
  const mac = createHmac('sha256', secret).update(`${time}.`).update(raw).digest()
  return timingSafeEqual(Buffer.from(hex, 'hex'), mac)
}
