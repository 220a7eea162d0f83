import { quantitiesOf, reachOf, type Stock } from './price-offers.ts'
import type { Quote } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'

/**
 * What a ticket costs of each listing that a quote of the whole event offers now, in minor units: it names none, but there
 * has to be something. Throws `quote.listings_refused` where there is nothing.
 */
export function costsOfEvent(
  { book, converter }: Stock,
  { teamId, isVipListings }: Pick<Quote, 'teamId' | 'isVipListings'>,
): number[] {
  const costs = [...book.listings()].flatMap((listing) => {
    if (listing.seller.id === teamId || (isVipListings && !listing.hospitality)) return []
    if (quantitiesOf(listing, reachOf(listing, book, teamId)).length === 0) return []
    return converter.convert(listing.price)?.minor ?? []
  })
  if (costs.length > 0) return costs
  throw quoteErrors.make('quote.listings_refused', {
    title: isVipListings
      ? 'There are no hospitality tickets for this event now'
      : 'There are no tickets for this event now',
  })
}
