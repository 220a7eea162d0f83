import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money'

/** '£1,234.50' for money as it comes over the wire (spec §9). */
export function priceText(price: WireMoney): string {
  return formatMoney(fromWireMoney(price))
}
