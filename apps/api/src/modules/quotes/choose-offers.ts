import type { QuoteBody } from '@terrace/contracts/quotes'
import type { Tx } from '../../db/transaction.ts'
import type { NewOffer } from './new-quote.repo.ts'
import type { OfferChoice } from './offer-choice.ts'
import { offerHolds } from './offer-holds.ts'
import { offerListings } from './offer-listings.ts'
import type { QuoteScope } from './quote.ts'

/** What a quote is of: with neither holds nor listings it is of all that is on sale for the event (product.md §5). */
export function scopeOf({ hold_ids: holdIds, listings }: QuoteBody): QuoteScope {
  if (holdIds.length > 0) return 'holds'
  return listings ? 'listings' : 'event'
}

/** What the quote offers by name; a whole event names nothing. Throws where any of it cannot be quoted. */
export async function chooseOffers(tx: Tx, body: QuoteBody, choice: OfferChoice): Promise<NewOffer[]> {
  const { hold_ids: holdIds, listings = [] } = body
  if (holdIds.length > 0) return offerHolds(tx, holdIds, choice)
  const wanted = listings.map(({ listing_id: listingId, quantity }) => ({ listingId, quantity }))
  return offerListings(tx, wanted, choice)
}
