import { compareMoney, money, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money'
import type { OfferPart } from './price-offers.ts'

/* What is said of tickets that need not all cost the same: sums and spans, never a mean, so that figures add up. */

/** Over all tickets of these parts; nothing for those of which the amount is not known. */
export function sumOverParts<Part extends OfferPart>(
  parts: readonly Part[],
  amountOf: (part: Part) => Money | null,
  currency: string,
): Money {
  const nothing = money(0, currency)
  return sumMoney(
    parts.map((part) => multiplyMoney(amountOf(part) ?? nothing, part.quantity)),
    currency,
  )
}

/** What the client pays per ticket: two prices only where some were bought at another one than the rest. */
export function clientPrices(parts: readonly OfferPart[]): { lowest: Money; highest: Money } {
  const [lowest, ...others] = parts.map(({ clientPrice }) => clientPrice).toSorted(compareMoney)
  if (!lowest) throw new RangeError('an offer has no tickets')
  return { lowest, highest: others.at(-1) ?? lowest }
}

/** How many tickets these are together. */
export function ticketsIn(parts: readonly { quantity: number }[]): number {
  return parts.reduce((sum, { quantity }) => sum + quantity, 0)
}
