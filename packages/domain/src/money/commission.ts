/**
 * Commission a broker adds to a price in a quote (spec §9), per ticket, in the quote's display currency, rounded half
 * up to the minor unit (product.md §11.5).
 */
import { addMoney, divideRoundHalfAwayFromZero, money, toSafeInteger } from './money.ts'
import type { Money } from './money.ts'
import type { BasisPoints } from './service-fee.ts'

export const commissionMethods = ['fixed', 'percentage'] as const

export type CommissionMethod = (typeof commissionMethods)[number]

export type Commission =
  | { method: 'fixed'; amount: Money }
  /** 1250 is 12.5 %. */
  | { method: 'percentage'; basisPoints: BasisPoints }

/**
 * The commission on one ticket.
 * @throws RangeError for a negative commission or a different currency.
 */
export function commissionOn(price: Money, commission: Commission): Money {
  if (commission.method === 'fixed') {
    if (commission.amount.currency !== price.currency || commission.amount.minor < 0) {
      throw new RangeError(`A fixed commission must be at least zero and in ${price.currency}`)
    }
    return commission.amount
  }
  if (!Number.isSafeInteger(commission.basisPoints) || commission.basisPoints < 0) {
    throw new RangeError(`${commission.basisPoints} is not a commission in basis points`)
  }
  const scaled = BigInt(price.minor) * BigInt(commission.basisPoints)
  return money(toSafeInteger(divideRoundHalfAwayFromZero(scaled, 10_000n)), price.currency)
}

export function clientPrice(price: Money, commission: Commission): Money {
  return addMoney(price, commissionOn(price, commission))
}

/** What a broker earns on one ticket: `net` in the API, and `net_commission` in totals. Negative for a loss. */
export function brokerMargin(amounts: { clientPrice: Money; cost: Money; fee: Money }): Money {
  const spent = addMoney(amounts.cost, amounts.fee)
  return addMoney(amounts.clientPrice, money(-spent.minor, spent.currency))
}
