import { toWireMoney } from '@terrace/contracts/wire-money'
import { inTransaction } from '#api/db/transaction.ts'
import { assertAllowed, lockOpenQuote, announceResponse, type ResponseDeps } from './respond-to-quote.ts'
import { insertResponse } from './responses.repo.ts'
import { holdAccepted } from './hold-accepted.ts'
import { validateChoice, type ValidChoice, type ChosenOffer } from './validate-choice.ts'
import type { TeamQuoteSettings } from '../settings/quote-settings.repo.ts'
import type { Quote } from '../quote.ts'
import type { QuotePricingContext } from '../public-page/client-offer.ts'

export interface Acceptance {
  quoteId: string
  name: string
  email: string
  offers: readonly ChosenOffer[]
  pricing: QuotePricingContext
  settings: TeamQuoteSettings
  /** A member of the broker's team accepts, such as for a client on the phone. */
  isByTeam: boolean
}

/**
 * Accepts offers (product.md §5) and updates the quote's holds in the same transaction if the team's settings say so. A
 * later response replaces an earlier one; repeating it has no effect. Returns whether stock moved.
 * @throws `quote.offers_invalid` when an offer is not available.
 */
export async function acceptQuote(deps: ResponseDeps, acceptance: Acceptance): Promise<boolean> {
  const { quoteId, name, email, offers, pricing, settings, isByTeam } = acceptance
  return inTransaction(deps.db, async (tx) => {
    const { quote, now } = await lockOpenQuote(tx, deps, acceptance)
    const chosen = validateChoice(quote, pricing, offers, { withAlternatives: settings.offersAlternatives })
    if (isSameResponse(quote, { name, email }, chosen)) return false
    assertAllowed(quote, 'accept')
    const { released, holds } = await holdAccepted(tx, deps, quote, {
      chosen,
      settings,
      pricing,
      isByTeam,
    })
    await insertResponse(tx, { quoteId, kind: 'accepted', at: now, name, email, reason: null, chosen })
    await announceResponse(tx, quote, {
      event: 'accepted',
      at: now,
      actorName: name,
      reason: null,
      details: {
        email,
        held: holds !== null,
        // A later response releases these holds and no others.
        holds: holds ?? [],
        // Keeps other quotes from using these holds; see `readQuotes`.
        promised: offeredHolds(quote, chosen),
        released,
        offers: chosen.map(({ offerId, listingId, quantity, clientPrice }) => ({
          offer_id: offerId,
          listing_id: listingId,
          quantity,
          price: toWireMoney(clientPrice),
        })),
      },
    })
    return released.length > 0 || (holds ?? []).length > 0
  })
}

/** Ids of holds that back the chosen offers. */
function offeredHolds({ offers }: Quote, chosen: readonly ValidChoice[]): string[] {
  const ids = new Set(chosen.map(({ offerId }) => offerId))
  return offers.flatMap(({ id, holdId }) => (holdId !== null && ids.has(id) ? [holdId] : []))
}

function isSameResponse(
  { state, response, offers }: Quote,
  { name, email }: { name: string; email: string },
  chosen: readonly ValidChoice[],
): boolean {
  if (state !== 'accepted' || response?.name !== name || response.email !== email) return false
  const acceptedQuantities = new Map(
    offers.flatMap(({ id, accepted }) => (accepted > 0 ? [[id, accepted]] : [])),
  )
  return (
    acceptedQuantities.size === chosen.length &&
    chosen.every(({ offerId, quantity }) => acceptedQuantities.get(offerId) === quantity)
  )
}
