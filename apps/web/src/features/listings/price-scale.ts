import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { compareMoney, money, type Money } from '@terrace/domain/money'

/** One scale for row, plan and legend (ui.md §1): 1 is the cheapest third, 3 the dearest. */
export type PriceStep = 1 | 2 | 3

export interface PriceScale {
  /** The lowest price of each step. */
  from: readonly [Money, Money, Money]
  stepOf: (price: Money) => PriceStep
}

/**
 * Three steps between the lowest and the highest price of the whole list, each the same factor wide: prices of one
 * event reach from cheap to hospitality, and equal widths would put nearly all of them into the first step. It comes
 * from the list's limits and not from the rows at hand, so that no row changes its colour while more rows arrive.
 */
export function priceScale(lowest: WireMoney, highest: WireMoney): PriceScale {
  const low = fromWireMoney(lowest)
  const high = fromWireMoney(highest)
  const factor = Math.cbrt(high.minor / Math.max(1, low.minor))
  const second = money(roundNicely(low.minor * factor), low.currency)
  const third = money(roundNicely(low.minor * factor * factor), low.currency)
  return {
    from: [low, second, third],
    stepOf(price) {
      if (factor <= 1 || compareMoney(price, second) < 0) return 1
      return compareMoney(price, third) < 0 ? 2 : 3
    },
  }
}

/** To two significant digits, which in a legend reads as a price and not as a computation. */
function roundNicely(minor: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(minor)) - 1)
  return Math.round(minor / unit) * unit
}

/** What is on offer in one section, or in one block. */
export interface BlockStock {
  /** As its seller writes it. */
  section: string
  listings: number
  lowest: Money
}

/** Section names as sellers write them meet without case and outer blanks; which block is meant, `planStock` knows. */
export function blockKey(name: string): string {
  return name.trim().toLowerCase()
}
