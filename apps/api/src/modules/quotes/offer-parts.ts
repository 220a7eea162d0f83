import { compareMoney, money, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money'

/* What is said of tickets that need not all cost the same: sums and spans, never a mean, so that figures add up. */

/** What tickets cost, and what becomes of that. Per ticket, in the quote's currency. */
export interface Figures {
  /** Null where they cannot be had, or nobody can tell it any more. */
  cost: Money | null
  fee: Money
  commission: Money
  clientPrice: Money
  /** Client price − cost − fee: what is left to the broker. */
  net: Money | null
}

/** Tickets of an offer that cost the same. */
export interface OfferPart extends Figures {
  quantity: number
  /** `bought`: at what was paid for them; `held`: at what the hold froze; `open`: at what they cost now. */
  kind: 'bought' | 'held' | 'open'
}

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

/** What the dearest of these tickets costs; null where of none it is known. */
export function dearestOf(parts: readonly { cost: Money | null }[]): Money | null {
  return (
    parts
      .flatMap(({ cost }) => cost ?? [])
      .toSorted(compareMoney)
      .at(-1) ?? null
  )
}

/** How many tickets these are together. */
export function ticketsIn(parts: readonly { quantity: number }[]): number {
  return parts.reduce((sum, { quantity }) => sum + quantity, 0)
}
