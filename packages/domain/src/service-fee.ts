/**
 * What a buyer pays (spec §3, product.md §6). The fee is per ticket and is rounded per ticket, once, here; totals are
 * sums over line × quantity, so that the printed lines always add up to the printed total.
 */
import { addMoney, divideRoundHalfUp, money, multiplyMoney, toSafeInteger } from './money.ts'
import type { Money } from './money.ts'

/** Fee percent × 100: 500 is 5 %. */
export type BasisPoints = number

export type PricedLine = {
  /** Proceed price of one ticket. */
  price: Money
  /** Whole tickets. */
  quantity: number
  feeBp: BasisPoints
}

export type Totals = { tickets: Money; fee: Money; total: Money }

/** Fee of one ticket: price × percent / 100 (spec §3), half up to the minor unit. */
export function serviceFee(price: Money, feeBp: BasisPoints): Money {
  if (!Number.isSafeInteger(feeBp) || feeBp < 0) throw new RangeError(`${feeBp} is no fee in basis points`)
  return money(toSafeInteger(divideRoundHalfUp(BigInt(price.minor) * BigInt(feeBp), 10_000n)), price.currency)
}

export function lineTotals({ price, quantity, feeBp }: PricedLine): Totals {
  const tickets = multiplyMoney(price, quantity)
  const fee = multiplyMoney(serviceFee(price, feeBp), quantity)
  return { tickets, fee, total: addMoney(tickets, fee) }
}

/** Sums over the lines. At least one line, all in one currency, else a `RangeError`: nothing has no currency. */
export function totals(lines: readonly PricedLine[]): Totals {
  const [first, ...rest] = lines.map(lineTotals)
  if (first === undefined) throw new RangeError('There are no totals without a line')
  return rest.reduce(
    (sum, line) => ({
      tickets: addMoney(sum.tickets, line.tickets),
      fee: addMoney(sum.fee, line.fee),
      total: addMoney(sum.total, line.total),
    }),
    first,
  )
}
