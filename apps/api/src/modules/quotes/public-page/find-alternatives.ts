import { clientOfferOfListing, type SelectableListing } from './selectable-listings.ts'
import type { PricedOffer } from '../pricing/price-offers.ts'
import type { Quote } from '../quote.ts'
import type { ClientOffer } from './client-offer.ts'

const alternativesPerOffer = 2

/** Alternatives for each unavailable offer, by offer id. No listing is suggested twice. */
export function findAlternatives(
  quote: Quote,
  offers: readonly PricedOffer[],
  listings: readonly SelectableListing[],
): Map<string, ClientOffer[]> {
  let remaining = listings
  const found = new Map<string, ClientOffer[]>()
  for (const priced of offers) {
    if (priced.state !== 'unavailable') continue
    const nearest = nearestTo(priced, remaining)
    remaining = remaining.filter((candidate) => !nearest.includes(candidate))
    const { id, quantity } = priced.offer
    found.set(
      id,
      nearest.map((candidate) => ({ ...clientOfferOfListing(quote, candidate), quantity })),
    )
  }
  return found
}

/** The listings nearest in price with enough tickets, those of the same category first. */
function nearestTo(
  { offer: { quantity, snapshot, costWhenQuoted } }: PricedOffer,
  listings: readonly SelectableListing[],
): SelectableListing[] {
  const distanceOf = ({ priced: { listing, price: cost } }: SelectableListing): [number, number] => [
    listing.category.id === snapshot.categoryId ? 0 : 1,
    Math.abs(cost.minor - costWhenQuoted.minor),
  ]
  const nearest: { candidate: SelectableListing; distance: [number, number] }[] = []
  for (const candidate of listings) {
    if (!candidate.quantities.includes(quantity)) continue
    const distance = distanceOf(candidate)
    const index = nearest.findIndex(
      ({ distance: [category, price] }) =>
        distance[0] < category || (distance[0] === category && distance[1] < price),
    )
    nearest.splice(index === -1 ? nearest.length : index, 0, { candidate, distance })
    nearest.length = Math.min(nearest.length, alternativesPerOffer)
  }
  return nearest.map(({ candidate }) => candidate)
}
