import { clientPrice, commissionOn } from '@terrace/domain/commission'
import { compareMoney, money, type Money } from '@terrace/domain/money'
import { serviceFee } from '@terrace/domain/service-fee'
import { buyable } from '@terrace/domain/split-options'
import { sumOf, type Converter, type EventBook, type Listing } from '../listings/index.ts'
import { dearestOf, type Figures, type OfferPart } from './offer-parts.ts'
import type { Quote, QuoteOffer } from './quote.ts'
import { isBought } from './share-bought.ts'

export interface OfferNow {
  offer: QuoteOffer
  state: 'available' | 'short' | 'gone'
  /** Numbers of tickets that may be chosen now, up to what the broker offered. */
  quantities: readonly number[]
  /** What the team could have in all, its own holds among it. */
  available: number
  /** The hold that is the offer still lasts, for some of its tickets at least. */
  isHeld: boolean
  /** What the client pays is locked or agreed, and tickets cost more than that was made of. */
  isDearer: boolean
  /** As it is now; undefined where it is not on sale any more. */
  listing: Listing | undefined
  /**
   * What was bought of it, then what is left, of that first what is held: prices may differ, so whatever is said of the offer is
   * summed over these and no mean of them is ever shown. As many tickets as the client accepted, else as were offered. The client
   * says yes to one price, so all that is left costs the client the same: what the dearest ticket of it makes.
   */
  parts: readonly OfferPart[]
}

/** What stock is judged and priced by. */
export interface Stock {
  book: EventBook
  /** Into the quote's currency. */
  converter: Converter
}

/** How many tickets of the listing a team can still have: what is free, and what it holds itself (product.md §12 "Quotes"). */
export function reachOf(listing: Listing, book: EventBook, teamId: string): number {
  const own = book.heldBy(teamId).filter(({ listingId }) => listingId === listing.id)
  return Math.max(0, listing.available) + sumOf(own)
}

/** The numbers of tickets of the listing that a team can have in all, ascending. */
export function quantitiesOf(listing: Listing, reach: number): number[] {
  const { splitType, quantityLimit: limit, multipleSaleUnit: unit } = listing
  return buyable({ splitType, available: reach, limit, unit })
}

/** The offers of a quote as they are now, in their order. Nothing is waited for: the answer is of one moment. */
export function priceOffers(quote: Quote, stock: Stock): OfferNow[] {
  return quote.offers.map((offer) => priceOffer(quote, offer, stock))
}

function priceOffer(quote: Quote, offer: QuoteOffer, { book, converter }: Stock): OfferNow {
  const listing = book.listing(offer.listingId)
  // It is the client's, whatever becomes of the seller's stock and price.
  const bought = (offer.bought?.parts ?? []).map(({ quantity, cost }): OfferPart => ({
    quantity,
    kind: 'bought',
    ...offerFigures(quote, offer, cost),
  }))
  if (isBought(offer)) {
    return {
      offer,
      state: 'available',
      quantities: [offer.bought.quantity],
      available: 0,
      isHeld: false,
      isDearer: false,
      listing,
      parts: bought,
    }
  }
  const hold = book.heldBy(quote.teamId).find(({ id }) => id === offer.holdId)
  const reach = listing ? reachOf(listing, book, quote.teamId) : 0
  const possible = listing && converter.convert(listing.price) ? quantitiesOf(listing, reach) : []
  // What is held can be had as it is, whatever the split rule makes of what is left beside it.
  const all = hold ? [...new Set([...possible, hold.quantity])].toSorted((a, b) => a - b) : possible
  const left = (offer.accepted || offer.quantity) - (offer.bought?.quantity ?? 0)
  // What was bought of it need not be there any more; while nothing is, a client may still choose all of it.
  const wanted = offer.bought ? left : offer.quantity
  // Of what a visitor picked, as many may be taken as there are; the broker offered so many and no more.
  const most = offer.kind === 'picked' ? Infinity : wanted
  const quantities = all.filter((quantity) => quantity <= most)
  const isThere = quantities.length > 0
  // A hold's price is honoured for as many tickets as it still has; what went back is the seller's again.
  const held = Math.min(hold?.quantity ?? 0, left)
  const costs = [
    { quantity: held, kind: 'held', cost: isThere ? offer.costThen : null },
    {
      quantity: left - held,
      kind: 'open',
      cost: isThere ? openCost(listing, reach - held, converter) : null,
    },
  ] as const
  const taken = costs.filter(({ quantity }) => quantity > 0)
  const base = dearestOf(taken)
  return {
    offer,
    state: quantities.includes(wanted) ? 'available' : isThere ? 'short' : 'gone',
    quantities,
    available: isThere ? reach : 0,
    isHeld: hold !== undefined,
    isDearer: isDearer(quote, offer, base),
    listing,
    parts: [
      ...bought,
      ...taken.map(({ cost, ...part }) => ({ ...part, ...offerFigures(quote, offer, cost, base) })),
    ],
  }
}

/** What a ticket of the listing costs now, beside those that are held; null where none of it is left. */
export function openCost(listing: Listing | undefined, left: number, converter: Converter): Money | null {
  return (listing && left > 0 && converter.convert(listing.price)) || null
}

/**
 * What an offer comes to at this cost. Whatever became of the seller's price since, a client pays what they said yes to, else
 * what was locked, else what `floating` makes: where tickets are one price to the client, that is the cost of the dearest.
 */
export function offerFigures(
  quote: Quote,
  { costThen, agreed }: Pick<QuoteOffer, 'costThen' | 'agreed'>,
  cost: Money | null,
  floating = cost,
): Figures {
  const made = figure(quote, cost, quote.priceMode === 'locked' ? costThen : (floating ?? costThen))
  return agreed ? { ...made, clientPrice: agreed, net: cost && netOf(agreed, cost, made.fee) } : made
}

/** Whether what the client pays is locked or agreed, and tickets at this cost are dearer than that was made of. */
export function isDearer(
  { priceMode, commission }: Quote,
  { costThen, agreed }: Pick<QuoteOffer, 'costThen' | 'agreed'>,
  cost: Money | null,
): boolean {
  if (!cost) return false
  if (agreed) return compareMoney(clientPrice(cost, commission), agreed) > 0
  return priceMode === 'locked' && compareMoney(cost, costThen) > 0
}

/**
 * What a client pays for tickets at this cost (spec §9): `base` plus commission, where `base` is that cost, or what it was when
 * it was locked. Every figure is rounded once and per ticket, by `commissionOn` and `serviceFee`; sums are of those.
 */
export function figure(
  { commission, feeBp }: Pick<Quote, 'commission' | 'feeBp'>,
  cost: Money | null,
  base: Money,
): Figures {
  const price = clientPrice(base, commission)
  const fee = serviceFee(cost ?? base, feeBp)
  return {
    cost,
    fee,
    commission: commissionOn(base, commission),
    clientPrice: price,
    net: cost && netOf(price, cost, fee),
  }
}

const netOf = (price: Money, cost: Money, fee: Money): Money =>
  money(price.minor - cost.minor - fee.minor, price.currency)
