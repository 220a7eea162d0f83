import { formatMoney, type Money } from '@terrace/domain/money'

/** A price without its decimals where they are none: for what is chosen or compared, not for what is charged. */
export function shortPrice(price: Money): string {
  return formatMoney(price).replace(/\.00$/, '')
}
