import { brokerMargin, clientPrice, commissionOn } from '@terrace/domain/money/commission'
import { compareMoney, type Money } from '@terrace/domain/money/money'
import { serviceFee } from '@terrace/domain/money/service-fee'
import { allowedQuantities } from '@terrace/domain/tickets/split-rules'
import {
  heldQuantityOf,
  splitRuleOf,
  type Converter,
  type EventSnapshot,
  type Listing,
} from '#api/modules/listings/index.ts'
import type { PricingContext } from './pricing-context.ts'
import { highestCost, type TicketAmounts, type OfferPart } from './offer-parts.ts'
import type { Quote, QuoteOffer } from '../quote.ts'
import { isFullyBought } from '../purchase/allocate-purchases.ts'

export interface PricedOffer {
  offer: QuoteOffer
  /** `short`: some tickets can be bought, but not the requested quantity. */
  state: 'available' | 'short' | 'unavailable'
  /** Quantities that can be chosen now, up to the offered one. */
  quantities: readonly number[]
  /** Tickets available to the team, including those that it holds. */
  available: number
  /** The offer's hold is still open, at least for some of its tickets. */
  isHeld: boolean
  /** The client price is locked or agreed, and the tickets now cost more than it was based on. */
  hasPriceIncreased: boolean
  /** `undefined` when it is no longer on sale. */
  listing: Listing | undefined
  /**
   * Bought tickets, then held ones, then those neither bought nor held: as many as the client accepted, otherwise as
   * many as were offered. Amounts are summed over parts. The client pays one price for all tickets not yet bought,
   * based on the most expensive part.
   */
  parts: readonly OfferPart[]
}

/** Tickets of the listing that the team can still get: free ones plus those that it holds (product.md §12.6). */
export function quantityAvailableToTeam(
  listing: Listing,
  eventSnapshot: EventSnapshot,
  teamId: string,
): number {
  const heldByTeam = eventSnapshot.heldBy(teamId).filter(({ listingId }) => listingId === listing.id)
  return Math.max(0, listing.available) + heldQuantityOf(heldByTeam)
}

/** Quantities of the listing that the team may hold in total, ascending. */
export function allowedQuantitiesOf(listing: Listing, availableToTeam: number): number[] {
  return allowedQuantities(splitRuleOf(listing, availableToTeam - Math.max(0, listing.available)))
}

/** Synchronous, so that all offers are priced from the same snapshot. */
export function priceOffers(quote: Quote, pricing: PricingContext): PricedOffer[] {
  return quote.offers.map((offer) => priceOffer(quote, offer, pricing))
}

function priceOffer(
  quote: Quote,
  offer: QuoteOffer,
  { eventSnapshot, converter }: PricingContext,
): PricedOffer {
  const listing = eventSnapshot.listing(offer.listingId)
  // Bought tickets belong to the client, regardless of later changes by the seller.
  const bought = (offer.bought?.parts ?? []).map(({ quantity, cost }): OfferPart => ({
    quantity,
    kind: 'bought',
    ...offerAmounts(quote, offer, cost),
  }))
  if (isFullyBought(offer)) {
    return {
      offer,
      state: 'available',
      quantities: [offer.bought.quantity],
      available: 0,
      isHeld: false,
      hasPriceIncreased: false,
      listing,
      parts: bought,
    }
  }
  const hold = eventSnapshot.heldBy(quote.teamId).find(({ id }) => id === offer.holdId)
  const availableToTeam = listing ? quantityAvailableToTeam(listing, eventSnapshot, quote.teamId) : 0
  const allowed =
    listing && converter.convert(listing.price) ? allowedQuantitiesOf(listing, availableToTeam) : []
  // The held quantity is always allowed, even if the split rule forbids it for the remaining stock.
  const choosable = hold ? [...new Set([...allowed, hold.quantity])].toSorted((a, b) => a - b) : allowed
  const remaining = (offer.accepted || offer.quantity) - (offer.bought?.quantity ?? 0)
  // Bought tickets need no stock. Until something is bought, the client may choose the full quantity.
  const requested = offer.bought ? remaining : offer.quantity
  // A listing selected by the client has no limit set by the broker.
  const maxChoosable = offer.kind === 'selected' ? Infinity : requested
  const quantities = choosable.filter((quantity) => quantity <= maxChoosable)
  const hasStock = quantities.length > 0
  // The frozen price applies to the tickets still in the hold; released ones cost the current price.
  const held = Math.min(hold?.quantity ?? 0, remaining)
  const costs = [
    { quantity: held, kind: 'held', cost: hasStock ? offer.costWhenQuoted : null },
    {
      quantity: remaining - held,
      kind: 'unheld',
      cost: hasStock ? unheldCost(listing, availableToTeam - held, converter) : null,
    },
  ] as const
  const remainingParts = costs.filter(({ quantity }) => quantity > 0)
  const priceBasis = highestCost(remainingParts)
  return {
    offer,
    state: quantities.includes(requested) ? 'available' : hasStock ? 'short' : 'unavailable',
    quantities,
    available: hasStock ? availableToTeam : 0,
    isHeld: hold !== undefined,
    hasPriceIncreased: hasPriceIncreased(quote, offer, priceBasis),
    listing,
    parts: [
      ...bought,
      ...remainingParts.map(({ cost, ...part }) => ({
        ...part,
        ...offerAmounts(quote, offer, cost, priceBasis),
      })),
    ],
  }
}

/** Current cost of a ticket that is not held; `null` when none is left. */
export function unheldCost(
  listing: Listing | undefined,
  remaining: number,
  converter: Converter,
): Money | null {
  return (listing && remaining > 0 && converter.convert(listing.price)) || null
}

/**
 * Amounts of an offer at this cost. The client price is the agreed one, otherwise the locked one, otherwise the
 * floating one. `priceBasis` is the cost that the floating price is based on: that of the most expensive ticket.
 */
export function offerAmounts(
  quote: Quote,
  { costWhenQuoted, agreed }: Pick<QuoteOffer, 'costWhenQuoted' | 'agreed'>,
  cost: Money | null,
  priceBasis = cost,
): TicketAmounts {
  const amounts = ticketAmounts(
    quote,
    cost,
    quote.priceMode === 'locked' ? costWhenQuoted : (priceBasis ?? costWhenQuoted),
  )
  return agreed
    ? {
        ...amounts,
        clientPrice: agreed,
        net: cost && brokerMargin({ clientPrice: agreed, cost, fee: amounts.fee }),
      }
    : amounts
}

/** Whether this cost exceeds the one behind a locked or agreed client price. */
export function hasPriceIncreased(
  { priceMode, commission }: Quote,
  { costWhenQuoted, agreed }: Pick<QuoteOffer, 'costWhenQuoted' | 'agreed'>,
  cost: Money | null,
): boolean {
  if (!cost) return false
  if (agreed) return compareMoney(clientPrice(cost, commission), agreed) > 0
  return priceMode === 'locked' && compareMoney(cost, costWhenQuoted) > 0
}

/**
 * Amounts per ticket (spec §9): the client pays `priceBasis` plus commission, the team `cost` plus the service fee. They
 * differ while a locked price or a more expensive part of the offer decides what the client pays. Each amount is rounded
 * once per ticket; totals are sums of rounded amounts.
 */
function ticketAmounts(
  { commission, feeBp }: Pick<Quote, 'commission' | 'feeBp'>,
  cost: Money | null,
  priceBasis: Money,
): TicketAmounts {
  const price = clientPrice(priceBasis, commission)
  const fee = serviceFee(cost ?? priceBasis, feeBp)
  return {
    cost,
    fee,
    commission: commissionOn(priceBasis, commission),
    clientPrice: price,
    net: cost && brokerMargin({ clientPrice: price, cost, fee }),
  }
}
