import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { call } from '#web/lib/api-client.ts'
import { isJudged } from '#web/lib/api-error.ts'
import type { CheckoutPayload } from './payload.ts'

const waits = [1000, 2000, 4000, 8000]

/**
 * Asks for the purchase, and asks again with the same key where no answer came: the server answers a repeat with what
 * became of the first. `onLost` is told that an answer is missing. Throws what the last try threw.
 */
export async function sendPurchase(
  payload: CheckoutPayload,
  idempotencyKey: string,
  onLost: () => void,
): Promise<WireAttempt> {
  for (const wait of waits) {
    try {
      return await send(payload, idempotencyKey)
    } catch (error) {
      if (isJudged(error)) throw error
      onLost()
      await new Promise((resolve) => {
        setTimeout(resolve, wait)
      })
    }
  }
  return send(payload, idempotencyKey)
}

async function send(body: CheckoutPayload, idempotencyKey: string): Promise<WireAttempt> {
  return (await call(checkoutRoutes.buy, { body, idempotencyKey })).data
}
