import { convertAtRate } from '@terrace/domain/money/exchange'
import { money, type Money } from '@terrace/domain/money/money'
import { ticketsIn } from '../pricing/offer-parts.ts'
import type { Bought, BoughtPart, QuoteOffer } from '../quote.ts'

/** A line of an order made from the quote; price per ticket in the order's currency. */
export interface PurchasedLine {
  listingId: string
  quantity: number
  minor: number
  currency: string
  /** Rate into the quote's currency on the order date; `null` when there was none. */
  rate: string | null
}

type Offered = Pick<QuoteOffer, 'listingId' | 'quantity' | 'accepted'>

/** Whether every accepted ticket has been bought; without acceptance, every offered one. */
export function isFullyBought(offer: QuoteOffer): offer is QuoteOffer & { bought: Bought } {
  return offer.bought !== null && offer.bought.quantity >= (offer.accepted || offer.quantity)
}

/**
 * Allocates bought tickets to offers in order: first up to the accepted quantity (or the offered one without
 * acceptance), then up to the offered quantity.
 */
export function allocatePurchases<Offer extends Offered>(
  offers: readonly Offer[],
  lines: readonly PurchasedLine[],
  currency: string,
): (Offer & { bought: Bought | null })[] {
  const remaining = lines.map((line) => ({ ...line }))

  function allocate(listingId: string, max: number): PurchasedLine[] {
    let missing = max
    return remaining.flatMap((line) => {
      const quantity = line.listingId === listingId ? Math.min(missing, line.quantity) : 0
      line.quantity -= quantity
      missing -= quantity
      return quantity > 0 ? [{ ...line, quantity }] : []
    })
  }

  return offers
    .map((offer) => ({ offer, requested: allocate(offer.listingId, offer.accepted || offer.quantity) }))
    .map(({ offer, requested }) => {
      const bought = [...requested, ...allocate(offer.listingId, offer.quantity - ticketsIn(requested))]
      return { ...offer, bought: bought.length > 0 ? boughtOf(bought, currency) : null }
    })
}

/** Groups lines by price, because the broker sees prices, not orders. */
function boughtOf(lines: readonly PurchasedLine[], currency: string): Bought {
  const parts = new Map<number | undefined, BoughtPart>()
  for (const line of lines) {
    const cost = costOf(line, currency)
    const existing = parts.get(cost?.minor)
    parts.set(cost?.minor, { quantity: line.quantity + (existing?.quantity ?? 0), cost })
  }
  return {
    quantity: ticketsIn(lines),
    parts: [...parts.values()].toSorted((a, b) => (a.cost?.minor ?? Infinity) - (b.cost?.minor ?? Infinity)),
  }
}

function costOf({ minor, currency: from, rate }: PurchasedLine, currency: string): Money | null {
  return rate === null ? null : convertAtRate(money(minor, from), currency, rate)
}
