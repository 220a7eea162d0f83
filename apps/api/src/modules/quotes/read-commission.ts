import { mostCommissionPercent } from '@terrace/contracts/quotes'
import type { Commission, CommissionMethod } from '@terrace/domain/commission'
import { currencyExponent } from '@terrace/domain/currencies'
import { money, parseDecimal } from '@terrace/domain/money'
import { invalidInput } from '../../shared/app-error.ts'

/** The commission as it came on the wire, where it has passed the contract: at most two decimals, never below zero. */
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

/** As the contract has it of percentages: ten times the price (minor units) is a slip of the keyboard. */
export function assertSane(commission: Commission, costs: readonly number[]): void {
  const dearest = costs.reduce((most, cost) => Math.max(most, cost), 0)
  if (commission.method === 'fixed' && commission.amount.minor > (dearest * mostCommissionPercent) / 100)
    throw invalidInput({ commission_amount: ['must be at most ten times the price of the tickets'] })
}
