import { convertAtRate } from '@terrace/domain/exchange'
import {
  divideRoundHalfUp,
  money,
  multiplyMoney,
  sumMoney,
  toSafeInteger,
  type Money,
} from '@terrace/domain/money'
import type { Bought, QuoteOffer } from './quote.ts'

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

/** Shares what was bought for a quote out among its offers: of two of the same listing the first one has its tickets first. */
export function shareBought<Offer extends Offered>(
  offers: readonly Offer[],
  lines: readonly BoughtLine[],
  currency: string,
): (Offer & { bought: Bought | null })[] {
  const left = lines.map((line) => ({ ...line }))
  return offers.map((offer) => {
    let missing = offer.accepted || offer.quantity
    const parts: BoughtLine[] = []
    for (const line of left) {
      const quantity = line.listingId === offer.listingId ? Math.min(missing, line.quantity) : 0
      if (quantity === 0) continue
      line.quantity -= quantity
      missing -= quantity
      parts.push({ ...line, quantity })
    }
    return { ...offer, bought: parts.length > 0 ? boughtOf(parts, currency) : null }
  })
}

function boughtOf(parts: readonly BoughtLine[], currency: string): Bought {
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
  const costs = parts.flatMap((part) => costOf(part, currency) ?? [])
  if (costs.length < parts.length) return { quantity, cost: null }
  const { minor } = sumMoney(costs, currency)
  return {
    quantity,
    cost: money(toSafeInteger(divideRoundHalfUp(BigInt(minor), BigInt(quantity))), currency),
  }
}

/** Of all tickets of the part. */
function costOf({ quantity, minor, currency: from, rate }: BoughtLine, currency: string): Money | null {
  return rate === null ? null : multiplyMoney(convertAtRate(money(minor, from), currency, rate), quantity)
}
