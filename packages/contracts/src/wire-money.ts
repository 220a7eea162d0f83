import { currencyExponent } from '@terrace/domain/money/currencies'
import { money, parseDecimal, toDecimal, type Money } from '@terrace/domain/money/money'
import { z } from 'zod/mini'

/** Money on the wire (product.md §9): `{amount: "150.00", currency: "GBP"}`. A decimal string, never a float. */
export const wireMoney = z.object({
  amount: z.string().check(z.regex(/^-?\d+(\.\d+)?$/, 'must be a decimal number such as "150.00"')),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')),
})
export type WireMoney = z.output<typeof wireMoney>

/** An amount in a request: a decimal string, or a number from callers of the original API (product.md §12.1). */
export const amountInput = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()], { error: 'must be an amount such as "150.00"' }),
    z.transform((amount) => String(amount)),
  ),
  z.string().check(
    z.refine((amount) => !/^-\d/.test(amount), { error: 'must not be below zero', abort: true }),
    z.regex(/^\d+(\.\d{1,2})?$/, 'must be an amount with at most two decimals, such as "150.00"'),
  ),
)

/** Integer minor units → decimal string. The only place that formats money for the wire. */
export function toWireMoney({ minor, currency }: Money): WireMoney {
  return { amount: toDecimal(minor, currencyExponent(currency)), currency }
}

/**
 * Exact inverse of {@link toWireMoney}.
 * @throws RangeError if the amount does not match {@link wireMoney}.
 */
export function fromWireMoney({ amount, currency }: WireMoney): Money {
  const parsed = parseDecimal(amount, currencyExponent(currency))
  if (!parsed.ok) throw new RangeError(`${amount} ${currency} is not an amount: ${parsed.reason}`)
  return money(parsed.minor, currency)
}

/** Basis points → percentage on the wire: 500 → "5.00". */
export function toWirePercent(basisPoints: number): string {
  return toDecimal(basisPoints, 2)
}
