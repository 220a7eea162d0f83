import type { Tx } from '../../db/transaction.ts'
import { lockHolds, type PayableHold } from '../holds/index.ts'
import { newOffer } from './new-offer.ts'
import type { NewOffer } from './new-quote.repo.ts'
import type { OfferChoice } from './offer-choice.ts'
import { quoteRefusals, refusedToQuote } from './quotes.errors.ts'

/** The team's holds as offers, at the prices that they froze. Throws `quote.holds_refused` with a line for each that cannot be quoted. */
export async function offerHolds(
  tx: Tx,
  holdIds: readonly string[],
  { teamId, eventId, ids, stock }: OfferChoice,
): Promise<NewOffer[]> {
  const held = new Map((await lockHolds(tx, teamId, holdIds)).map((hold) => [hold.id, hold]))
  const lines: object[] = []
  const offers = holdIds.flatMap((holdId, index): NewOffer[] => {
    const hold = held.get(holdId)
    const listing = hold && stock.book.listing(hold.listingId)
    const code = refusalOfHold(hold, eventId)
    const offer =
      hold && listing && code === undefined
        ? newOffer(stock, {
            id: ids.next('off'),
            listing,
            quantity: hold.quantity,
            holdId,
            price: hold.price,
            position: index,
          })
        : null
    if (offer) return [offer]
    const reason = code ?? (listing ? 'listing.no_rate' : 'listing.withdrawn')
    lines.push({ index, hold_id: holdId, code: reason, title: quoteRefusals[reason] })
    return []
  })
  if (lines.length > 0) throw refusedToQuote('quote.holds_refused', lines)
  return offers
}

function refusalOfHold(hold: PayableHold | undefined, eventId: number) {
  if (!hold) return 'hold.not_found'
  if (hold.eventId !== eventId) return 'hold.other_event'
  if (hold.state === 'paying') return 'hold.paying'
  return hold.state === 'active' && hold.isLive ? undefined : 'hold.ended'
}
