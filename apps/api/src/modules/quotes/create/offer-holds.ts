import { isCurrentHold } from '@terrace/domain/lifecycles/hold-lifecycle'
import type { Tx } from '#api/db/transaction.ts'
import { lockHolds, type LockedHold } from '#api/modules/holds/index.ts'
import { buildOffer } from './build-offer.ts'
import type { NewOffer } from './new-quote.repo.ts'
import type { OfferContext } from './offer-context.ts'
import { quoteLineErrors, quoteLinesError } from '../quotes.errors.ts'

/**
 * Offers the team's holds at their frozen prices.
 * @throws `quote.holds_invalid` with one entry per hold that can't be quoted.
 */
export async function offerHolds(
  tx: Tx,
  holdIds: readonly string[],
  { teamId, eventId, ids, pricing }: OfferContext,
): Promise<NewOffer[]> {
  const held = new Map((await lockHolds(tx, teamId, holdIds)).map((hold) => [hold.id, hold]))
  const lines: object[] = []
  const offers = holdIds.flatMap((holdId, index): NewOffer[] => {
    const hold = held.get(holdId)
    const listing = hold && pricing.eventSnapshot.listing(hold.listingId)
    const code = holdError(hold, eventId)
    const offer =
      hold && listing && code === undefined
        ? buildOffer(pricing, {
            id: ids.next('off'),
            listing,
            quantity: hold.quantity,
            holdId,
            unconvertedPrice: hold.price,
            position: index,
          })
        : null
    if (offer) return [offer]
    const reason = code ?? (listing ? 'listing.no_rate' : 'listing.withdrawn')
    lines.push({ index, hold_id: holdId, code: reason, title: quoteLineErrors[reason] })
    return []
  })
  if (lines.length > 0) throw quoteLinesError('quote.holds_invalid', lines)
  return offers
}

function holdError(hold: LockedHold | undefined, eventId: number) {
  if (!hold) return 'hold.not_found'
  if (hold.eventId !== eventId) return 'hold.other_event'
  if (hold.state === 'paying') return 'hold.paying'
  return isCurrentHold(hold) ? undefined : 'hold.ended'
}
