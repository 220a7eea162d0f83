import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money'

/** '£1,234.50' for money as it comes over the wire (spec §9). */
export function priceText(price: WireMoney): string {
  return formatMoney(fromWireMoney(price))
}

/** '£110.00 to £132.00'; one price where both are the same. */
export function priceSpan(lowest: WireMoney, highest = lowest): string {
  return lowest.amount === highest.amount
    ? priceText(lowest)
    : `${priceText(lowest)} to ${priceText(highest)}`
}
