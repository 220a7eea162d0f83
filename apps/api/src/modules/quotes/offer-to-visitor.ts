import type { Money } from '@terrace/domain/money'
import type { QuotedFacts } from '../../db/quote-tables.ts'
import { sumOf, type PricedListing } from '../listings/index.ts'
import { figure, priceOffers, quantitiesOf, type OfferNow, type Stock } from './price-offers.ts'
import { pickId } from './quote-slug.ts'
import type { Quote } from './quote.ts'
import { quotedFacts } from './quoted-facts.ts'

/** Tickets as a visitor is offered them: at the client's price, with nothing of what it is made of. */
export interface VisitorOffer {
  id: string
  facts: QuotedFacts
  quantity: number
  /** Per ticket. */
  price: Money
  /** Numbers of tickets that may be chosen now. */
  quantities: readonly number[]
  state: 'available' | 'short' | 'gone'
  alternatives: readonly VisitorOffer[]
}

/** The event's stock in the quote's currency. */
export interface VisitorStock extends Stock {
  /** The cheapest first. */
  rows: readonly PricedListing[]
}

interface Wish {
  page: number
  perPage: number
  /** The two nearest in place of what is gone. */
  withAlternatives: boolean
}

const alternativesEach = 2

/**
 * One page of what a visitor is offered now: what the broker chose, or all that is on sale for the event; what was accepted
 * comes first. `total` counts all pages.
 */
export function offerToVisitor(
  quote: Quote,
  stock: VisitorStock,
  { page, perPage, withAlternatives }: Wish,
): { offers: VisitorOffer[]; total: number } {
  const named = priceOffers(quote, stock)
  const taken = new Set(named.map(({ offer }) => offer.listingId))
  const needsOthers = withAlternatives && named.some(({ state }) => state === 'gone')
  const others = quote.scope === 'event' || needsOthers ? pickable(quote, stock, taken) : []
  const unnamed = quote.scope === 'event' ? others : []
  const [first, end] = [(page - 1) * perPage, page * perPage]
  const rest = (place: number) => Math.max(0, place - named.length)
  return {
    offers: [
      ...named.slice(first, end).map((now) => ({
        ...namedOffer(now),
        alternatives: withAlternatives && now.state === 'gone' ? alternativesTo(now, quote, others) : [],
      })),
      ...unnamed.slice(rest(first), rest(end)).map((row) => pickOffer(quote, row)),
    ],
    total: named.length + unnamed.length,
  }
}

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

/** The nearest in price, of the same category before all others, of which as many tickets can be had. */
function alternativesTo(
  { offer: { quantity, facts, costThen } }: OfferNow,
  quote: Quote,
  others: readonly Pickable[],
): VisitorOffer[] {
  const farness = ({ row: { listing, price } }: Pickable): [number, number] => [
    listing.category.id === facts.categoryId ? 0 : 1,
    Math.abs(price.minor - costThen.minor),
  ]
  const nearest: { pick: Pickable; far: [number, number] }[] = []
  for (const pick of others) {
    if (!pick.quantities.includes(quantity)) continue
    const far = farness(pick)
    const place = nearest.findIndex(
      ({ far: [category, price] }) => far[0] < category || (far[0] === category && far[1] < price),
    )
    nearest.splice(place === -1 ? nearest.length : place, 0, { pick, far })
    nearest.length = Math.min(nearest.length, alternativesEach)
  }
  return nearest.map(({ pick }) => ({ ...pickOffer(quote, pick), quantity }))
}

function namedOffer(now: OfferNow): VisitorOffer {
  const { offer, listing, clientPrice: price, quantities, state } = now
  // As it is described now, where it still is.
  const facts = listing ? quotedFacts(listing) : offer.facts
  return { id: offer.id, facts, quantity: offer.quantity, price, quantities, state, alternatives: [] }
}

function pickOffer(quote: Quote, { row: { listing, price }, quantities }: Pickable): VisitorOffer {
  return {
    id: pickId(quote, listing.id),
    facts: quotedFacts(listing),
    quantity: quantities[0] ?? 1,
    price: figure(quote, price, price).clientPrice,
    quantities,
    state: 'available',
    alternatives: [],
  }
}
