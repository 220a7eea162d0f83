import { clientPrice, commissionOn } from '@terrace/domain/commission'
import { compareMoney, money, type Money } from '@terrace/domain/money'
import { serviceFee } from '@terrace/domain/service-fee'
import { buyable } from '@terrace/domain/split-options'
import { sumOf, type Converter, type EventBook, type Listing } from '../listings/index.ts'
import type { Quote, QuoteOffer } from './quote.ts'
import { isBought } from './share-bought.ts'

/** What tickets cost, and what becomes of that. Per ticket, in the quote's currency. */
export interface Figures {
  /** Null where they cannot be had. */
  costNow: Money | null
  fee: Money
  commission: Money
  clientPrice: Money
  /** Client price − cost − fee: what is left to the broker. */
  net: Money | null
}

export interface OfferNow extends Figures {
  offer: QuoteOffer
  state: 'available' | 'short' | 'gone'
  /** Numbers of tickets that may be chosen now, up to what the broker offered. */
  quantities: readonly number[]
  /** What the team could have in all, its own holds among it. */
  available: number
  /** The hold that is the offer still lasts. */
  isHeld: boolean
  /** What the client pays is locked or agreed, and tickets cost more than that was made of. */
  isDearer: boolean
  /** As it is now; undefined where it is not on sale any more. */
  listing: Listing | undefined
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
  if (isBought(offer)) {
    // It is the client's, whatever becomes of the seller's stock and price.
    const { quantity, cost } = offer.bought
    const figures = { ...offerFigures(quote, offer, cost), isDearer: false }
    return {
      offer,
      state: 'available',
      quantities: [quantity],
      available: 0,
      listing,
      isHeld: false,
      ...figures,
    }
  }
  const hold = book.heldBy(quote.teamId).find(({ id }) => id === offer.holdId)
  const reach = listing ? reachOf(listing, book, quote.teamId) : 0
  // A hold's price is honoured for as long as it lasts; then it is the seller's again.
  const price = hold ? offer.costThen : listing && converter.convert(listing.price)
  const possible = listing && price ? quantitiesOf(listing, reach) : []
  // What is held can be had as it is, whatever the split rule makes of what is left beside it.
  const all = hold && price ? [...new Set([...possible, hold.quantity])].toSorted((a, b) => a - b) : possible
  // What was bought of it need not be there any more.
  const rest = offer.quantity - (offer.bought?.quantity ?? 0)
  // Of what a visitor picked, as many may be taken as there are; the broker offered so many and no more.
  const most = offer.kind === 'picked' ? Infinity : rest
  const quantities = all.filter((quantity) => quantity <= most)
  const costNow = quantities.length > 0 && price ? price : null
  return {
    offer,
    state: quantities.includes(rest) ? 'available' : costNow ? 'short' : 'gone',
    quantities,
    available: costNow ? reach : 0,
    listing,
    isHeld: hold !== undefined,
    ...offerFigures(quote, offer, costNow),
  }
}

/**
 * What an offer comes to at what it costs now. Whatever became of the seller's price since, a client pays what they said yes
 * to, else what was locked; `isDearer` tells the broker of it.
 */
export function offerFigures(
  quote: Quote,
  { costThen, agreed }: QuoteOffer,
  costNow: Money | null,
): Figures & Pick<OfferNow, 'isDearer'> {
  const isLocked = quote.priceMode === 'locked'
  const made = figure(quote, costNow, isLocked ? costThen : (costNow ?? costThen))
  if (!agreed) {
    return { ...made, isDearer: isLocked && costNow !== null && compareMoney(costNow, costThen) > 0 }
  }
  return {
    ...made,
    clientPrice: agreed,
    net: costNow && netOf(agreed, costNow, made.fee),
    isDearer: costNow !== null && compareMoney(clientPrice(costNow, quote.commission), agreed) > 0,
  }
}

/**
 * What a client pays for tickets at this cost (spec §9): `base` plus commission, where `base` is the cost as it is now, or as
 * it was locked. Every figure is rounded once and per ticket, by `commissionOn` and `serviceFee`; sums are of those.
 */
export function figure(
  { commission, feeBp }: Pick<Quote, 'commission' | 'feeBp'>,
  costNow: Money | null,
  base: Money,
): Figures {
  const price = clientPrice(base, commission)
  const fee = serviceFee(costNow ?? base, feeBp)
  return {
    costNow,
    fee,
    commission: commissionOn(base, commission),
    clientPrice: price,
    net: costNow && netOf(price, costNow, fee),
  }
}

const netOf = (price: Money, cost: Money, fee: Money): Money =>
  money(price.minor - cost.minor - fee.minor, price.currency)
