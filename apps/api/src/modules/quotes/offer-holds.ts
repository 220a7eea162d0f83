import type { Tx } from '../../db/transaction.ts'
import { lockHolds, type PayableHold } from '../holds/index.ts'
import type { NewOffer } from './new-quote.repo.ts'
import type { OfferChoice } from './offer-choice.ts'
import { quotedFacts } from './quoted-facts.ts'
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
    const cost = hold && stock.converter.convert(hold.price)
    const rate = hold && stock.converter.rateOf(hold.price.currency)
    const code = refusalOfHold(hold, eventId)
    if (code !== undefined || !hold || !listing || !cost || !rate) {
      const reason = code ?? (listing ? 'listing.no_rate' : 'listing.withdrawn')
      lines.push({ index, hold_id: holdId, code: reason, title: quoteRefusals[reason] })
      return []
    }
    return [
      {
        id: ids.next('off'),
        listingId: hold.listingId,
        kind: 'offered',
        quantity: hold.quantity,
        holdId,
        facts: quotedFacts(listing),
        costThen: cost,
        accepted: 0,
        agreed: null,
        position: index,
        price: hold.price,
        rate: rate.rate,
        rateDate: rate.rateDate ?? null,
      },
    ]
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
