import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { call } from '#web/lib/http/api-client.ts'
import { isPermanentError } from '#web/lib/http/api-error.ts'
import type { CheckoutPayload } from './payload.ts'

const retryDelaysMs = [1000, 2000, 4000, 8000]

/**
 * Sends the purchase and retries with the same key when no response arrives; the server replays the first result.
 * Calls `onResponseLost` before each retry and throws the last error.
 */
export async function sendPurchase(
  payload: CheckoutPayload,
  idempotencyKey: string,
  onResponseLost: () => void,
): Promise<WireAttempt> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await send(payload, idempotencyKey)
    } catch (error) {
      if (isPermanentError(error)) throw error
      onResponseLost()
      await new Promise((resolve) => {
        setTimeout(resolve, delayMs)
      })
    }
  }
  return send(payload, idempotencyKey)
}

async function send(body: CheckoutPayload, idempotencyKey: string): Promise<WireAttempt> {
  return (await call(checkoutRoutes.buy, { body, idempotencyKey })).data
}
