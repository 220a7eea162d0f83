import type { QueryClient } from '@tanstack/react-query'
import type { WireClient } from '@terrace/contracts/clients'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { convertAtRate } from '@terrace/domain/money/exchange'
import { toDecimal, type Money } from '@terrace/domain/money/money'
import { exchangeRatesQuery } from './price-queries.ts'
import type { PendingQuote } from './pending-quote.ts'
import { parseCommission } from './quote-pricing.ts'

export type QuoteTerms = Pick<PendingQuote, 'currency' | 'method' | 'amount'>

/** The currency and the default commission of a client, where they have one. */
export function clientTerms(client: WireClient): Partial<QuoteTerms> {
  const { currency, commission_method: method, commission_amount: amount } = client
  return {
    ...(currency !== '' && { currency }),
    ...(amount !== '' && { method, amount: amount.replace(/\.0+$/, '') }),
  }
}

/**
 * The fixed commission that another currency makes another amount; `null` when the terms stay valid as they are or
 * bring their own amount.
 */
export function commissionToConvert(
  { method, amount, currency }: QuoteTerms,
  change: Partial<QuoteTerms>,
): Money | null {
  const to = change.currency ?? currency
  if (to === currency || change.amount !== undefined) return null
  const commission = parseCommission({ method, amount, currency })
  return commission?.method === 'fixed' ? commission.amount : null
}

/** A fixed commission at the day's rate, as it is typed; empty without a rate, so that it has to be entered. */
export async function convertCommission(
  queryClient: QueryClient,
  commission: Money,
  to: string,
): Promise<string> {
  try {
    const rates = await queryClient.fetchQuery(exchangeRatesQuery({ to, from: [commission.currency] }))
    const rate = rates.find(({ currency }) => currency === commission.currency)
    if (!rate) return ''
    const converted = convertAtRate(commission, to, rate.rate)
    return toDecimal(converted.minor, currencyExponent(to)).replace(/\.0+$/, '')
  } catch (error) {
    console.error('Failed to load an exchange rate:', error)
    return ''
  }
}
