import { quotesRoutes } from '@terrace/contracts/quotes'
import { call } from '#web/lib/http/api-client.ts'

/** Notes that the links were given to clients, so that the broker is reminded of unopened quotes. Best effort. */
export async function recordShare(quoteIds: string[]): Promise<void> {
  try {
    await call(quotesRoutes.share, { body: { quote_ids: quoteIds } })
  } catch {
    // Without it, only the reminder is missing.
  }
}
