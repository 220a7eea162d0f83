import { compareMoney, money, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money/money'

/* Tickets of one offer can differ in price. Amounts are sums and ranges, never averages, so that they add up. */

/** Amounts per ticket in the quote's currency. */
export interface TicketAmounts {
  /** What the quoting team pays the marketplace, without the fee; `null` if the tickets are unavailable or it is unknown. */
  cost: Money | null
  fee: Money
  commission: Money
  clientPrice: Money
  /** Margin of the broker: client price − cost − fee; negative for a loss. */
  net: Money | null
}

/** Tickets of an offer that have the same cost. */
export interface OfferPart extends TicketAmounts {
  quantity: number
  /** Decides the cost: the price paid (`bought`), the price frozen by the hold (`held`) or the current one (`unheld`). */
  kind: 'bought' | 'held' | 'unheld'
}

/** Sums an amount over all tickets; unknown amounts count as zero. */
export function totalOfParts<Part extends OfferPart>(
  parts: readonly Part[],
  amountOf: (part: Part) => Money | null,
  currency: string,
): Money {
  const zero = money(0, currency)
  return sumMoney(
    parts.map((part) => multiplyMoney(amountOf(part) ?? zero, part.quantity)),
    currency,
  )
}

/** Client price per ticket. Lowest and highest differ only when some tickets were bought at another price. */
export function clientPrices(parts: readonly OfferPart[]): { lowest: Money; highest: Money } {
  const [lowest, ...others] = parts.map(({ clientPrice }) => clientPrice).toSorted(compareMoney)
  if (!lowest) throw new RangeError('an offer has no tickets')
  return { lowest, highest: others.at(-1) ?? lowest }
}

/** The highest known cost, or `null`. */
export function highestCost(parts: readonly { cost: Money | null }[]): Money | null {
  return (
    parts
      .flatMap(({ cost }) => cost ?? [])
      .toSorted(compareMoney)
      .at(-1) ?? null
  )
}

export function ticketsIn(parts: readonly { quantity: number }[]): number {
  return parts.reduce((sum, { quantity }) => sum + quantity, 0)
}
