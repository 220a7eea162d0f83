import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { compareMoney, money, type Money } from '@terrace/domain/money/money'

/** Colour step shared by rows, plan and legend: 1 is the cheapest, 3 the most expensive. */
export type PriceStep = 1 | 2 | 3

export interface PriceScale {
  /** Lowest price of each step. */
  minimums: readonly [Money, Money, Money]
  stepOf: (price: Money) => PriceStep
}

/**
 * Three price steps that grow by the same factor: with equal widths, hospitality prices would push nearly all
 * listings into the first step. Based on the list's limits rather than the loaded rows, so colours stay stable while
 * more rows load.
 */
export function priceScale(lowest: WireMoney, highest: WireMoney): PriceScale {
  const low = fromWireMoney(lowest)
  const high = fromWireMoney(highest)
  const factor = Math.cbrt(high.minor / Math.max(1, low.minor))
  const second = money(roundToTwoDigits(low.minor * factor), low.currency)
  const third = money(roundToTwoDigits(low.minor * factor * factor), low.currency)
  return {
    minimums: [low, second, third],
    stepOf(price) {
      if (factor <= 1 || compareMoney(price, second) < 0) return 1
      return compareMoney(price, third) < 0 ? 2 : 3
    },
  }
}

/** Rounds to two significant digits for a readable legend. */
function roundToTwoDigits(minor: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(minor)) - 1)
  return Math.round(minor / unit) * unit
}
