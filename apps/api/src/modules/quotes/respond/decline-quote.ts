import { inTransaction } from '#api/db/transaction.ts'
import { releaseHoldsInTransaction } from '#api/modules/holds/index.ts'
import { assertAllowed, lockOpenQuote, announceResponse, type ResponseDeps } from './respond-to-quote.ts'
import { insertResponse } from './responses.repo.ts'
import { readResponseHoldIds } from '../manage/quote-history.repo.ts'
import type { TeamQuoteSettings } from '../settings/quote-settings.repo.ts'

export interface QuoteDecline {
  quoteId: string
  name: string | null
  reason: string | null
  settings: TeamQuoteSettings
}

/**
 * Declines the quote and releases the holds that an acceptance placed, unless they are being paid for. The broker's
 * holds that the broker placed stay. Returns whether stock was released.
 */
export async function declineQuote(deps: ResponseDeps, decline: QuoteDecline): Promise<boolean> {
  const { quoteId, name, reason } = decline
  return inTransaction(deps.db, async (tx) => {
    const { quote, now } = await lockOpenQuote(tx, deps, decline)
    const { response } = quote
    if (quote.state === 'declined' && response?.name === name && response.reason === reason) return false
    assertAllowed(quote, 'decline')
    await insertResponse(tx, { quoteId, kind: 'declined', at: now, name, email: null, reason, chosen: [] })
    const holdIds = await readResponseHoldIds(tx, quoteId)
    const released = await releaseHoldsInTransaction(tx, { teamId: quote.teamId, holdIds })
    await announceResponse(tx, quote, {
      event: 'declined',
      at: now,
      actorName: name,
      reason,
      details: { released },
    })
    return released.length > 0
  })
}
