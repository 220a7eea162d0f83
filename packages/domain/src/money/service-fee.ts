/**
 * Amounts that a buyer pays (spec §3, product.md §6). The fee is rounded once, per ticket; totals multiply it by the
 * quantity, so that printed lines always add up.
 */
import { addMoney, divideRoundHalfAwayFromZero, money, multiplyMoney, toSafeInteger } from './money.ts'
import type { Money } from './money.ts'

/** Fee percent × 100: 500 is 5 %. */
export type BasisPoints = number

export type PricedLine = {
  price: Money
  quantity: number
  feeBp: BasisPoints
}

export type Totals = { tickets: Money; fee: Money; total: Money }

/** Fee of one ticket: price × percent / 100 (spec §3), rounded half up to the minor unit. */
export function serviceFee(price: Money, feeBp: BasisPoints): Money {
  if (!Number.isSafeInteger(feeBp) || feeBp < 0) throw new RangeError(`${feeBp} is not a fee in basis points`)
  const fee = divideRoundHalfAwayFromZero(BigInt(price.minor) * BigInt(feeBp), 10_000n)
  return money(toSafeInteger(fee), price.currency)
}

/** The highest ticket price that costs at most `limit` with its fee. */
export function highestPriceWithin(limit: Money, feeBp: BasisPoints): Money {
  const withFee = (minor: number) => minor + serviceFee(money(minor, limit.currency), feeBp).minor
  let minor = Math.floor((limit.minor * 10_000) / (10_000 + feeBp))
  // The fee is rounded per ticket, so the price next to the quotient may be the highest.
  while (minor > 0 && withFee(minor) > limit.minor) minor -= 1
  while (withFee(minor + 1) <= limit.minor) minor += 1
  return money(minor, limit.currency)
}

/** The price of one ticket with its fee. */
export function allInPrice(price: Money, feeBp: BasisPoints): Money {
  return addMoney(price, serviceFee(price, feeBp))
}

/** The lowest ticket price whose all-in price is at least `limit`. */
export function lowestPriceFrom(limit: Money, feeBp: BasisPoints): Money {
  if (limit.minor <= 0) return money(0, limit.currency)
  const below = highestPriceWithin(money(limit.minor - 1, limit.currency), feeBp)
  return money(below.minor + 1, limit.currency)
}

export function lineTotals({ price, quantity, feeBp }: PricedLine): Totals {
  const tickets = multiplyMoney(price, quantity)
  const fee = multiplyMoney(serviceFee(price, feeBp), quantity)
  return { tickets, fee, total: addMoney(tickets, fee) }
}

/**
 * Sums of all lines.
 * @throws RangeError for an empty list, which has no currency, or for mixed currencies.
 */
export function totals(lines: readonly PricedLine[]): Totals {
  const [first, ...rest] = lines.map(lineTotals)
  if (first === undefined) throw new RangeError('Cannot total an empty list of lines')
  return rest.reduce(
    (sum, line) => ({
      tickets: addMoney(sum.tickets, line.tickets),
      fee: addMoney(sum.fee, line.fee),
      total: addMoney(sum.total, line.total),
    }),
    first,
  )
}
