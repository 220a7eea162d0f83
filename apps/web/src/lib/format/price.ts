import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, type Money } from '@terrace/domain/money/money'

/** Formats wire money as '£1,234.50' (spec §9). */
export function priceText(price: WireMoney): string {
  return formatMoney(fromWireMoney(price))
}

/** '£412.00–£640.00', or one amount when both are equal. */
export function amountRange(lowest: Money, highest: Money): string {
  return lowest.minor === highest.minor
    ? formatMoney(lowest)
    : `${formatMoney(lowest)}–${formatMoney(highest)}`
}

/** '£110.00 to £132.00', or one price when both are equal. */
export function priceRange(lowest: WireMoney, highest = lowest): string {
  return lowest.amount === highest.amount
    ? priceText(lowest)
    : `${priceText(lowest)} to ${priceText(highest)}`
}
