import { sumOf, type PricedListing } from '../listings/index.ts'
import { figure, quantitiesOf } from './price-offers.ts'
import { pickId } from './quote-slug.ts'
import type { Quote } from './quote.ts'
import { quotedFacts } from './quoted-facts.ts'
import type { VisitorOffer, VisitorStock } from './visitor-offer.ts'

/* What a visitor may pick that the broker has not offered by name: from the whole event, or in place of what is gone. */

/** A listing that the visitor may pick, with the numbers of tickets that may be chosen. */
export interface Pickable {
  row: PricedListing
  quantities: readonly number[]
}

/** What of the event's stock this quote may offer beside `taken`, the cheapest first; never what the team sells itself. */
export function pickable(quote: Quote, { book, rows }: VisitorStock, taken: ReadonlySet<string>): Pickable[] {
  const held = new Map<string, number>()
  for (const hold of book.heldBy(quote.teamId))
    held.set(hold.listingId, sumOf([hold]) + (held.get(hold.listingId) ?? 0))
  return rows.flatMap((row): Pickable[] => {
    const { listing } = row
    if (listing.seller.id === quote.teamId || taken.has(listing.id)) return []
    if (quote.isVipListings && !listing.hospitality) return []
    const own = held.get(listing.id) ?? 0
    const quantities = own > 0 ? quantitiesOf(listing, Math.max(0, listing.available) + own) : row.splits
    return quantities.length > 0 ? [{ row, quantities }] : []
  })
}

/** As the visitor is offered it, under the name that it has in this quote alone. */
export function pickOffer(quote: Quote, { row: { listing, price }, quantities }: Pickable): VisitorOffer {
  return {
    id: pickId(quote, listing.id),
    facts: quotedFacts(listing),
    quantity: quantities[0] ?? 1,
    price: figure(quote, price, price).clientPrice,
    mixed: null,
    quantities,
    state: 'available',
    alternatives: [],
  }
}
