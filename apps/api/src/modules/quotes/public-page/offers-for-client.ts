import { compareMoney } from '@terrace/domain/money/money'
import { overviewOf, type EventOverview } from './event-overview.ts'
import { findAlternatives } from './find-alternatives.ts'
import { clientPrices, totalOfParts } from '../pricing/offer-parts.ts'
import { selectableListings, clientOfferOfListing } from './selectable-listings.ts'
import { priceOffers, type PricedOffer } from '../pricing/price-offers.ts'
import type { Quote } from '../quote.ts'
import { describeTickets } from '../create/ticket-description.ts'
import type { ClientOffer, QuotePricingContext } from './client-offer.ts'

interface PageOptions {
  page: number
  perPage: number
  /** Whether unavailable offers show the two nearest alternatives. */
  withAlternatives: boolean
}

export interface ClientOffers {
  /** Offers of the requested page. */
  offers: ClientOffer[]
  /** Number of offers on all pages. */
  total: number
  /** `null` unless the quote covers the whole event. */
  overview: EventOverview | null
}

/** One page of the offers: the broker's choice or everything on sale for the event, accepted offers first. */
export function offersForClient(
  quote: Quote,
  pricing: QuotePricingContext,
  { page, perPage, withAlternatives }: PageOptions,
): ClientOffers {
  const storedOffers = priceOffers(quote, pricing)
  const storedListingIds = new Set(storedOffers.map(({ offer }) => offer.listingId))
  const needsAlternatives = withAlternatives && storedOffers.some(({ state }) => state === 'unavailable')
  const isWholeEvent = quote.scope === 'event'
  const otherListings =
    isWholeEvent || needsAlternatives ? selectableListings(quote, pricing, storedListingIds) : []
  // Listed after the stored offers.
  const eventListings = isWholeEvent ? otherListings : []
  const alternatives = withAlternatives ? findAlternatives(quote, storedOffers, otherListings) : undefined
  const [first, end] = [(page - 1) * perPage, page * perPage]
  const listingIndex = (position: number) => Math.max(0, position - storedOffers.length)
  return {
    offers: [
      ...storedOffers.slice(first, end).map((priced) => ({
        ...clientOfferOfStored(priced),
        alternatives: alternatives?.get(priced.offer.id) ?? [],
      })),
      ...eventListings
        .slice(listingIndex(first), listingIndex(end))
        .map((selectable) => clientOfferOfListing(quote, selectable)),
    ],
    total: storedOffers.length + eventListings.length,
    overview: isWholeEvent ? overviewOf(quote, storedOffers.map(clientOfferOfStored), eventListings) : null,
  }
}

function clientOfferOfStored({ offer, listing, parts, quantities, state }: PricedOffer): ClientOffer {
  const { lowest, highest } = clientPrices(parts)
  const total = totalOfParts(parts, ({ clientPrice }) => clientPrice, lowest.currency)
  return {
    id: offer.id,
    description: listing ? describeTickets(listing) : offer.snapshot,
    quantity: offer.quantity,
    clientPrice: lowest,
    priceRange: compareMoney(lowest, highest) === 0 ? null : { highest, total },
    quantities,
    state,
    alternatives: [],
  }
}
