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
