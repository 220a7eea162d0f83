import type { Commission } from '@terrace/domain/money/commission'
import type { PossibleLoss } from './loss-dialog.tsx'
import { clientChoosesOne, type PendingQuote } from './pending-quote.ts'
import { offerAmounts, parseCommission, possibleLoss } from './quote-pricing.ts'
import { pricedOffers, useEventCosts, useOfferCosts } from './use-offer-costs.ts'

/** The most that a quote can lose; `null` when it covers cost and fee, as far as the costs are known. */
export interface LossState {
  loss: PossibleLoss | null
  isLoading: boolean
  /** Some of the costs could not be loaded. */
  isFailed: boolean
}

/** The most that the quote can lose at current costs. */
export function usePossibleLoss(pendingQuote: PendingQuote): LossState {
  const { scope, currency } = pendingQuote
  const commission = parseCommission(pendingQuote)
  const offerCosts = useOfferCosts(pendingQuote)
  const eventCosts = useEventCosts(pendingQuote)
  if (scope === 'event') return eventLoss(eventCosts, { commission, currency })
  const { offers, isFailed } = offerCosts
  const priced = commission ? pricedOffers(offers, commission) : []
  const amount = possibleLoss(priced, { currency, clientChoosesOne: clientChoosesOne(pendingQuote) })
  const isLoading = !isFailed && offers.some(({ cost, problem }) => cost === null && problem === null)
  return { loss: amount && { amount, isPerTicket: false }, isLoading, isFailed }
}

/** The most that a quote of a whole event can lose per ticket. */
export function eventLoss(
  { lowest, highest, listings, isFailed }: ReturnType<typeof useEventCosts>,
  { commission, currency }: { commission: Commission | null; currency: string },
): LossState {
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
