import { convertAtRate } from '@terrace/domain/exchange'
import { money, type Money } from '@terrace/domain/money'
import { ticketsIn } from './offer-parts.ts'
import type { Bought, BoughtPart, QuoteOffer } from './quote.ts'

/** A line of an order that came of the quote; per ticket, in the order's currency. */
export interface BoughtLine {
  listingId: string
  quantity: number
  minor: number
  currency: string
  /** Into the quote's currency, on the day of the order; null where there was none. */
  rate: string | null
}

type Offered = Pick<QuoteOffer, 'listingId' | 'quantity' | 'accepted'>

/** Whether all of it that is wanted has been bought. */
export function isBought(offer: QuoteOffer): offer is QuoteOffer & { bought: Bought } {
  return offer.bought !== null && offer.bought.quantity >= (offer.accepted || offer.quantity)
}

/**
 * Shares what was bought for a quote out among its offers: first what the client accepted of each, or all of it where nothing
 * was, then what was offered besides. Of two of the same listing the first one has its tickets first.
 */
export function shareBought<Offer extends Offered>(
  offers: readonly Offer[],
  lines: readonly BoughtLine[],
  currency: string,
): (Offer & { bought: Bought | null })[] {
  const left = lines.map((line) => ({ ...line }))

  function take(listingId: string, most: number): BoughtLine[] {
    let missing = most
    return left.flatMap((line) => {
      const quantity = line.listingId === listingId ? Math.min(missing, line.quantity) : 0
      line.quantity -= quantity
      missing -= quantity
      return quantity > 0 ? [{ ...line, quantity }] : []
    })
  }

  return offers
    .map((offer) => ({ offer, wanted: take(offer.listingId, offer.accepted || offer.quantity) }))
    .map(({ offer, wanted }) => {
      const bought = [...wanted, ...take(offer.listingId, offer.quantity - ticketsIn(wanted))]
      return { ...offer, bought: bought.length > 0 ? boughtOf(bought, currency) : null }
    })
}

/** Orders that paid the same are one part: whoever reads them wants prices, not orders. */
function boughtOf(lines: readonly BoughtLine[], currency: string): Bought {
  const parts = new Map<number | undefined, BoughtPart>()
  for (const line of lines) {
    const cost = costOf(line, currency)
    const known = parts.get(cost?.minor)
    parts.set(cost?.minor, { quantity: line.quantity + (known?.quantity ?? 0), cost })
  }
  return {
    quantity: ticketsIn(lines),
    parts: [...parts.values()].toSorted((a, b) => (a.cost?.minor ?? Infinity) - (b.cost?.minor ?? Infinity)),
  }
}

function costOf({ minor, currency: from, rate }: BoughtLine, currency: string): Money | null {
  return rate === null ? null : convertAtRate(money(minor, from), currency, rate)
}
