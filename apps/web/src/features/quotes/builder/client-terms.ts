import type { QueryClient } from '@tanstack/react-query'
import type { WireClient } from '@terrace/contracts/clients'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { convertAtRate } from '@terrace/domain/money/exchange'
import { toDecimal } from '@terrace/domain/money/money'
import { exchangeRatesQuery } from '#web/features/quotes/queries.ts'
import type { PendingQuote } from './pending-quote.ts'
import { parseCommission } from './quote-pricing.ts'

type Terms = Partial<Pick<PendingQuote, 'currency' | 'method' | 'amount'>>

/** The currency and the default commission of a client, where they have one. */
export function clientTerms(client: WireClient): Terms {
  const { currency, commission_method: method, commission_amount: amount } = client
  return {
    ...(currency !== '' && { currency }),
    ...(amount !== '' && { method, amount: amount.replace(/\.0+$/, '') }),
  }
}

/**
 * The terms after a change of currency. A fixed commission is converted at the day's rate, because the same number
 * would be another amount; without a rate it is empty and has to be entered.
 */
export async function termsInCurrency(
  queryClient: QueryClient,
  { method, amount, currency }: Pick<PendingQuote, 'method' | 'amount' | 'currency'>,
  terms: Terms,
): Promise<Terms> {
  const to = terms.currency ?? currency
  if (to === currency || terms.amount !== undefined || method !== 'fixed' || amount.trim() === '')
    return terms
  const commission = parseCommission({ method, amount, currency })
  if (commission?.method !== 'fixed') return terms
  try {
    const rates = await queryClient.fetchQuery(exchangeRatesQuery({ to, from: [currency] }))
    const rate = rates.find((each) => each.currency === currency)
    if (!rate) return { ...terms, amount: '' }
    const converted = convertAtRate(commission.amount, to, rate.rate)
    return { ...terms, amount: toDecimal(converted.minor, currencyExponent(to)).replace(/\.0+$/, '') }
  } catch (error) {
    console.error('Failed to load an exchange rate:', error)
    return { ...terms, amount: '' }
  }
}
