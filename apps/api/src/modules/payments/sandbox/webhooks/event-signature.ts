import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a signature is valid. */
const toleranceSeconds = 300

/** Returns the signature header in Stripe's format: the time, and the HMAC of time and body. */
export function signEvent(raw: string, { secret, at }: { secret: string; at: Date }): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${macOf(Buffer.from(raw), time, secret).toString('hex')}`
}

/** Whether the body has a recent signature by the secret; compares in constant time. */
export function isSignedBy(
  raw: Buffer,
  { signature, secret, now }: { signature: string; secret: string; now: Date },
): boolean {
  const [, time, hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (time === undefined || Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false
  return timingSafeEqual(Buffer.from(hex, 'hex'), macOf(raw, Number(time), secret))
}

function macOf(raw: Buffer, time: number, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(raw).digest()
}
