import { money, type Money } from '@terrace/domain/money'
import type { QuoteOffer } from './quote.ts'

/** A line of an order that came of the quote; per ticket, in the order's currency. */
export interface BoughtLine {
  listingId: string
  quantity: number
  minor: number
  currency: string
}

type Offered = Pick<QuoteOffer, 'listingId' | 'quantity' | 'accepted'>

/** What was bought of an offer, and for how much a ticket. */
export interface Bought {
  quantity: number
  cost: Money
}

/** Shares what was bought for a quote out among its offers: of two of the same listing the first one has its tickets first. */
export function shareBought<Offer extends Offered>(
  offers: readonly Offer[],
  lines: readonly BoughtLine[],
): (Offer & { bought: Bought | null })[] {
  const left = lines.map((line) => ({ ...line }))
  return offers.map((offer) => {
    const own = left.filter(({ listingId, quantity }) => listingId === offer.listingId && quantity > 0)
    const [first] = own
    if (!first) return { ...offer, bought: null }
    let missing = offer.accepted || offer.quantity
    const cost = money(first.minor, first.currency)
    for (const line of own) {
      const taken = Math.min(missing, line.quantity)
      line.quantity -= taken
      missing -= taken
    }
    return { ...offer, bought: { quantity: (offer.accepted || offer.quantity) - missing, cost } }
  })
}
