import { signEvent } from '../modules/payments/sandbox/event-signature.ts'
import type { Market } from './build-market.ts'

/** Posts to the payment webhook as whoever likes; without a signature as somebody who has none. */
export function postEvent({ app }: Pick<Market, 'app'>, payload: string, signature?: string) {
  return app.inject({
    method: 'POST',
    url: '/payments/webhook',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'sandbox-signature': signature }),
    },
    payload,
  })
}

/** Tells of an event as the provider does, signed with its secret. */
export async function tellEvent(
  market: Pick<Market, 'app' | 'deps'>,
  event: { id: string; type: string; data: object },
  at = new Date(),
) {
  const raw = JSON.stringify(event)
  const secret = await market.deps.sandbox.webhookSecret()
  return postEvent(market, raw, signEvent(raw, { secret, at }))
}
