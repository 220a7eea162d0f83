import { maxCommissionPercent } from '@terrace/contracts/quote-terms'
import type { Commission, CommissionMethod } from '@terrace/domain/money/commission'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { money, parseDecimal } from '@terrace/domain/money/money'
import { invalidInput } from '#api/shared/app-error.ts'

/** Parses the commission from its wire form, which the contract limits to two decimals and non-negative amounts. */
export function readCommission(
  { method, amount }: { method: CommissionMethod; amount: string },
  currency: string,
): Commission {
  const parsed = parseDecimal(amount, method === 'fixed' ? currencyExponent(currency) : 2)
  if (!parsed.ok) throw invalidInput({ commission_amount: ['must be an amount such as "15.00"'] })
  return method === 'fixed'
    ? { method, amount: money(parsed.minor, currency) }
    : { method, basisPoints: parsed.minor }
}

/**
 * Rejects a fixed commission above ten times the highest price, which is most likely a typing error. Costs are in
 * minor units.
 */
export function assertCommissionInRange(commission: Commission, costs: readonly number[]): void {
  const maxCost = costs.reduce((max, cost) => Math.max(max, cost), 0)
  if (commission.method === 'fixed' && commission.amount.minor > (maxCost * maxCommissionPercent) / 100)
    throw invalidInput({ commission_amount: ['must be at most ten times the price of the tickets'] })
}
