import { clientPrice } from '@terrace/domain/money/commission'
import type { PricedListing } from '#api/modules/listings/index.ts'
import { allowedQuantitiesOf } from '../pricing/price-offers.ts'
import { selectableOfferId } from '../quote-slug.ts'
import type { Quote } from '../quote.ts'
import { describeTickets } from '../create/ticket-description.ts'
import type { ClientOffer, QuotePricingContext } from './client-offer.ts'

/*
 * Listings that a client may select although the broker did not offer them: from the whole event, or as
 * alternatives.
 */

/** A selectable listing with the quantities that may be chosen. */
export interface SelectableListing {
  priced: PricedListing
  quantities: readonly number[]
}

/** The event's listings that this quote may offer apart from `excluded`, by ascending price. Never the team's own. */
export function selectableListings(
  quote: Quote,
  { eventSnapshot, listings }: QuotePricingContext,
  excluded: ReadonlySet<string>,
): SelectableListing[] {
  const held = new Map<string, number>()
  for (const hold of eventSnapshot.heldBy(quote.teamId))
    held.set(hold.listingId, hold.quantity + (held.get(hold.listingId) ?? 0))
  return listings.flatMap((priced): SelectableListing[] => {
    const { listing } = priced
    if (listing.seller.id === quote.teamId || excluded.has(listing.id)) return []
    if (quote.isHospitalityOnly && !listing.hospitality) return []
    const heldByTeam = held.get(listing.id) ?? 0
    const quantities =
      heldByTeam > 0
        ? allowedQuantitiesOf(listing, Math.max(0, listing.available) + heldByTeam)
        : priced.splits
    return quantities.length > 0 ? [{ priced, quantities }] : []
  })
}

/** The listing as shown to the client, under its quote-specific id. */
export function clientOfferOfListing(
  quote: Quote,
  { priced: { listing, price: cost }, quantities }: SelectableListing,
): ClientOffer {
  return {
    id: selectableOfferId(quote, listing.id),
    description: describeTickets(listing),
    quantity: quantities[0] ?? 1,
    clientPrice: clientPrice(cost, quote.commission),
    priceRange: null,
    quantities,
    state: 'available',
    alternatives: [],
  }
}
