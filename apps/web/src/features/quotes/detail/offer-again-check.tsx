import { useQuery } from '@tanstack/react-query'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { LossCheck } from '#web/features/quotes/builder/loss-check.tsx'
import { parseCommission } from '#web/features/quotes/builder/quote-pricing.ts'
import { eventLoss, type LossState } from '#web/features/quotes/builder/use-possible-loss.ts'
import { useEventCosts } from '#web/features/quotes/builder/use-offer-costs.ts'
import { quoteQuery } from '#web/features/quotes/queries.ts'
import { quoteLoss } from './quote-loss.ts'

interface OfferAgainCheckProps {
  quote: WireQuoteDetail
  /** A copy offers tickets again that were bought through the original. */
  isCopy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Before a quote is reopened or copied, asks for confirmation if its terms no longer cover cost and fee. */
export function OfferAgainCheck({ quote, isCopy, ...actions }: OfferAgainCheckProps) {
  return <LossCheck state={useCurrentLoss(quote, isCopy)} {...actions} />
}

function useCurrentLoss(quote: WireQuoteDetail, isCopy: boolean): LossState {
  const { id, scope, currency, event, commission_method: method, commission_amount: amount } = quote
  // The panel may have been open for hours.
  const { data: latest, isFetching, isError } = useQuery({ ...quoteQuery(id), staleTime: 0 })
  const eventCosts = useEventCosts({
    scope,
    eventId: event.id,
    currency,
    isHospitality: quote.is_vip_listings,
  })
  if (scope === 'event')
    return eventLoss(eventCosts, { commission: parseCommission({ method, amount, currency }), currency })
  const loss = quoteLoss(latest ?? quote, quote, { includesBought: isCopy })
  return { loss: loss && { amount: loss, isPerTicket: false }, isLoading: isFetching, isFailed: isError }
}
