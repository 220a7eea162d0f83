import { Stripe } from 'stripe'
import { gatewayError } from './stripe-errors.ts'

export interface StripeClientOptions {
  secretKey: string
  /** Alternative to Stripe's own host, such as a local recorder or a proxy. */
  endpoint?: { host: string; port: number; protocol: 'http' | 'https' }
  /** Timeout of one attempt and number of retries; the client chooses the delays. */
  timeoutMs?: number
  retries?: number
}

/** The official client, which pins the API version. */
export function createStripeClient({
  secretKey,
  endpoint,
  timeoutMs = 8000,
  retries = 2,
}: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    ...endpoint,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
}

/** Returns the result of the call or throws a gateway error. */
export async function callStripe<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    throw gatewayError(error)
  }
}
