import type { WireClient } from '@terrace/contracts/clients'
import type { PendingQuote } from './pending-quote.ts'

/** The terms that a chosen client brings: their name, and their currency and commission where they have a default. */
export function termsOf(client: WireClient): Partial<PendingQuote> {
  const { currency, commission_method: method, commission_amount: amount } = client
  return {
    client: client.name,
    clientId: client.id,
    ...(currency !== '' && { currency }),
    ...(amount !== '' && { method, amount: amount.replace(/\.0+$/, '') }),
  }
}
