import type { QuoteBody } from '@terrace/contracts/quote-creation'
import type { Tx } from '#api/db/transaction.ts'
import type { NewOffer } from './new-quote.repo.ts'
import type { OfferContext } from './offer-context.ts'
import { offerHolds } from './offer-holds.ts'
import { offerListings } from './offer-listings.ts'
import type { QuoteScope } from '../quote.ts'

/** The scope of a quote. Without holds and listings it covers everything on sale for the event (product.md §5). */
export function scopeOf({ hold_ids: holdIds, listings }: QuoteBody): QuoteScope {
  if (holdIds.length > 0) return 'holds'
  return listings ? 'listings' : 'event'
}

/**
 * Builds the offers of a new quote; a quote of the whole event has none.
 * @throws when a hold or listing can't be quoted.
 */
export async function createOffers(tx: Tx, body: QuoteBody, choice: OfferContext): Promise<NewOffer[]> {
  const { hold_ids: holdIds, listings = [] } = body
  if (holdIds.length > 0) return offerHolds(tx, holdIds, choice)
  const requested = listings.map(({ listing_id: listingId, quantity }) => ({ listingId, quantity }))
  return offerListings(tx, requested, choice)
}
