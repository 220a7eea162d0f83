import type { PossibleLoss } from './loss-dialog.tsx'
import { clientChoosesOne, type PendingQuote } from './pending-quote.ts'
import { offerAmounts, parseCommission, possibleLoss } from './quote-pricing.ts'
import { pricedOffers, useEventCosts, useOfferCosts } from './use-offer-costs.ts'

/**
 * The most that the quote can lose at current costs; `null` when it covers cost and fee, as far as the costs are
 * known.
 */
export function usePossibleLoss(pendingQuote: PendingQuote): {
  loss: PossibleLoss | null
  isLoading: boolean
  /** Some of the costs could not be loaded. */
  isFailed: boolean
} {
  const { scope, currency } = pendingQuote
  const commission = parseCommission(pendingQuote)
  const offerCosts = useOfferCosts(pendingQuote)
  const eventCosts = useEventCosts(pendingQuote)
  if (scope === 'event') {
    const { lowest, highest, listings, isFailed } = eventCosts
    // A percentage loses most on the highest price, a fixed amount where the fee is highest.
    const costs = [lowest, highest].flatMap((cost) => cost ?? [])
    const priced = commission
      ? costs.map((cost) => ({ quantity: 1, amounts: offerAmounts(cost, commission) }))
      : []
    const amount = possibleLoss(priced, { currency, clientChoosesOne: true })
    return {
      loss: amount && { amount, isPerTicket: true },
      isLoading: listings === undefined && !isFailed,
      isFailed,
    }
  }
  const { offers, isFailed } = offerCosts
  const priced = commission ? pricedOffers(offers, commission) : []
  const amount = possibleLoss(priced, { currency, clientChoosesOne: clientChoosesOne(pendingQuote) })
  const isLoading = !isFailed && offers.some(({ cost, problem }) => cost === null && problem === null)
  return { loss: amount && { amount, isPerTicket: false }, isLoading, isFailed }
}
