import { createHmac } from 'node:crypto'

/** Returns the signature header in Stripe's format: the time, and the HMAC of time and body. */
export function signEvent(raw: string, { secret, at }: { secret: string; at: Date }): string {
  const time = Math.floor(at.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex')
  return `t=${time},v1=${mac}`
}
