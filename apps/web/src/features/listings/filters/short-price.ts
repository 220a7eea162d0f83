import { formatMoney, type Money } from '@terrace/domain/money/money'

/** A price without `.00`, for filters and comparisons; never for amounts to pay. */
export function shortPrice(price: Money): string {
  return formatMoney(price).replace(/\.00$/, '')
}
