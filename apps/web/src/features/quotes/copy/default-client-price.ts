import type { QueryClient } from '@tanstack/react-query'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { Money } from '@terrace/domain/money/money'
import { selectedListingsQuery } from '#web/features/holds/queries.ts'
import { offerAmounts, offerCost, parseCommission } from '#web/features/quotes/builder/quote-pricing.ts'
import { quoteSettingsQuery } from '#web/features/quotes/settings/settings-query.ts'

interface ListingToPrice {
  listingId: string
  performerIds: readonly number[]
  /** Used unless the team's quotes have a currency. */
  currency: string
}

/**
 * What a client pays per ticket at the team's default commission and currency, or why there is no such price. A
 * price below cost and fee is not offered.
 */
export async function defaultClientPrice(
  queryClient: QueryClient,
  { listingId, performerIds, currency }: ListingToPrice,
): Promise<{ price: Money } | { problem: string }> {
  try {
    const { defaults } = await queryClient.fetchQuery({ ...quoteSettingsQuery(), staleTime: 60_000 })
    const terms = {
      method: defaults.commission_method,
      amount: defaults.commission_amount,
      currency: defaults.currency_to_display ?? currency,
    }
    const commission = parseCommission(terms)
    if (terms.amount === '' || commission === null)
      return {
        problem:
          'Not copied: your team has no default commission. Set one under “Quote page” in your profile.',
      }
    const feed = await queryClient.fetchQuery(
      selectedListingsQuery({ ids: [listingId], performerIds, currency: terms.currency }),
    )
    if (feed === null) return { problem: failed }
    const listing = feed.data.find(({ id }) => id === listingId)
    const cost = listing && offerCost(fromWireMoney(listing.proceed_price), feed.meta.service_fee_percent)
    if (!cost) return { problem: 'Not copied: no longer on sale.' }
    const { clientPrice, net } = offerAmounts(cost, commission)
    return net.minor < 0
      ? { problem: 'Not copied: your default commission does not cover the fee. Quote it instead.' }
      : { price: clientPrice }
  } catch (error) {
    console.error('Failed to price a listing:', error)
    return { problem: failed }
  }
}

const failed = 'Not copied: the client price couldn’t be loaded. Try again.'
