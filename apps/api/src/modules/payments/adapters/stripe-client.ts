import { Stripe } from 'stripe'
import { gatewayError } from './stripe-errors.ts'

export interface StripeClientOptions {
  secretKey: string
  /** Where to reach it, if not at Stripe's own address: a recorder on this machine, a proxy. */
  place?: { host: string; port: number; protocol: 'http' | 'https' }
  /** How long one try may take, and how many more there are; the pauses between are the client's own. */
  timeoutMs?: number
  retries?: number
}

/** The official client, with which the version of Stripe's API is pinned (wire.md §3.1). */
export function openStripe({ secretKey, place, timeoutMs = 8000, retries = 2 }: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    ...place,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
}

/** The answer of a call, or its error in our words. */
export async function asked<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw gatewayError(error)
  }
}
