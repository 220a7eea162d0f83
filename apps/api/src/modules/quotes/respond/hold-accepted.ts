import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { topUpHolds } from '#api/modules/holds/index.ts'
import type { ResponseDeps } from './respond-to-quote.ts'
import { releaseSurplusHolds } from './release-surplus-holds.ts'
import { quantityForListing, type ValidChoice } from './validate-choice.ts'
import type { TeamQuoteSettings } from '../settings/quote-settings.repo.ts'
import type { Quote } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'
import type { QuotePricingContext } from '../public-page/client-offer.ts'

interface Accepted {
  chosen: readonly ValidChoice[]
  settings: TeamQuoteSettings
  isByTeam: boolean
  pricing: QuotePricingContext
}

export interface ResponseHolds {
  /** Holds of an earlier response that are no longer needed and were released. */
  released: string[]
  /** Holds placed for this response; `null` when not everything is held. */
  holds: string[] | null
}

/**
 * Holds the accepted tickets within the team's settings and limits, and releases surplus holds of an earlier
 * response. The response succeeds even if nothing is held.
 * @throws `quote.offers_invalid` when the stock is gone.
 */
export async function holdAccepted(
  tx: Tx,
  deps: ResponseDeps,
  quote: Quote,
  { chosen, settings, pricing, isByTeam }: Accepted,
): Promise<ResponseHolds> {
  const requested = ticketsByListing(chosen)
  const release = (canSwap: boolean) =>
    releaseSurplusHolds(tx, quote, { requested, canSwap, eventSnapshot: pricing.eventSnapshot })
  if (!settings.holdsOnAccept) return { released: await release(false), holds: null }
  const holdMissing = () => holdRequested(tx, deps, quote, { chosen, requested, settings, isByTeam })
  await sql`savepoint before_swap`.execute(tx)
  const released = await release(true)
  const holds = await holdMissing()
  if (holds !== null || released.length === 0) return { released, holds }
  // Keep the existing holds when the replacement would exceed the team's limit.
  await sql`rollback to savepoint before_swap`.execute(tx)
  return { released: await release(false), holds: await holdMissing() }
}

function ticketsByListing(chosen: readonly ValidChoice[]): { listingId: string; quantity: number }[] {
  const listingIds = [...new Set(chosen.map(({ listingId }) => listingId))]
  return listingIds.map((listingId) => ({ listingId, quantity: quantityForListing(chosen, listingId) }))
}

interface HoldRequest extends Pick<Accepted, 'chosen' | 'settings' | 'isByTeam'> {
  requested: ReturnType<typeof ticketsByListing>
}

/** Holds the missing tickets, all or none; `null` when settings or limits forbid it. */
async function holdRequested(
  tx: Tx,
  deps: ResponseDeps,
  quote: Quote,
  { chosen, requested, settings, isByTeam }: HoldRequest,
): Promise<string[] | null> {
  const held = await topUpHolds(tx, deps, {
    teamId: quote.teamId,
    accountId: quote.createdBy.accountId,
    currency: quote.team.baseCurrency,
    quoteId: quote.id,
    holdIds: quote.offers.flatMap(({ holdId }) => holdId ?? []),
    requested,
    maxQuantity: settings.maxHeldOnAccept,
    isByTeam,
  })
  if (held.kind === 'held') return held.holdIds
  if (held.reason === 'rule') return null
  const unavailable = new Set(held.listingIds)
  const lines = chosen.flatMap(({ offerId, listingId }) =>
    unavailable.has(listingId) ? [{ offer_id: offerId, code: 'offer.unavailable', quantities: [] }] : [],
  )
  throw quoteErrors.make('quote.offers_invalid', { details: { lines } })
}
