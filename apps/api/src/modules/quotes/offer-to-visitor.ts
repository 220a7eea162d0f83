import { compareMoney } from '@terrace/domain/money'
import { overviewOf, type EventOverview } from './event-overview.ts'
import { findAlternatives } from './find-alternatives.ts'
import { clientPrices, sumOverParts } from './offer-parts.ts'
import { pickable, pickOffer } from './pick-offers.ts'
import { priceOffers, type OfferNow } from './price-offers.ts'
import type { Quote } from './quote.ts'
import { quotedFacts } from './quoted-facts.ts'
import type { VisitorOffer, VisitorStock } from './visitor-offer.ts'

interface Wish {
  page: number
  perPage: number
  /** The two nearest in place of what is gone. */
  withAlternatives: boolean
}

/** What a visitor is offered now. */
export interface OfferedNow {
  /** Of the page that was asked for. */
  offers: VisitorOffer[]
  /** Offers on all pages. */
  total: number
  /** Null where the broker has chosen what is offered. */
  overview: EventOverview | null
}

/**
 * One page of what a visitor is offered now: what the broker chose, or all that is on sale for the event; what was accepted
 * comes first.
 */
export function offerToVisitor(
  quote: Quote,
  stock: VisitorStock,
  { page, perPage, withAlternatives }: Wish,
): OfferedNow {
  const named = priceOffers(quote, stock)
  const taken = new Set(named.map(({ offer }) => offer.listingId))
  const needsOthers = withAlternatives && named.some(({ state }) => state === 'gone')
  const isWholeEvent = quote.scope === 'event'
  const others = isWholeEvent || needsOthers ? pickable(quote, stock, taken) : []
  const unnamed = isWholeEvent ? others : []
  const alternatives = withAlternatives ? findAlternatives(quote, named, others) : undefined
  const [first, end] = [(page - 1) * perPage, page * perPage]
  const rest = (place: number) => Math.max(0, place - named.length)
  return {
    offers: [
      ...named.slice(first, end).map((now) => ({
        ...namedOffer(now),
        alternatives: alternatives?.get(now.offer.id) ?? [],
      })),
      ...unnamed.slice(rest(first), rest(end)).map((row) => pickOffer(quote, row)),
    ],
    total: named.length + unnamed.length,
    overview: isWholeEvent ? overviewOf(quote, named.map(namedOffer), unnamed) : null,
  }
}

function namedOffer({ offer, listing, parts, quantities, state }: OfferNow): VisitorOffer {
  const { lowest: price, highest } = clientPrices(parts)
  const total = sumOverParts(parts, ({ clientPrice }) => clientPrice, price.currency)
  return {
    id: offer.id,
    // As it is described now, where it still is.
    facts: listing ? quotedFacts(listing) : offer.facts,
    quantity: offer.quantity,
    price,
    mixed: compareMoney(price, highest) === 0 ? null : { highest, total },
    quantities,
    state,
    alternatives: [],
  }
}
