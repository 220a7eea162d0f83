import type { WireClientOffer } from '@terrace/contracts/quote-page'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useEffect, useState, type ReactNode } from 'react'
import { priceText } from '#web/lib/format/price.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { OfferCategory } from './offer-groups.ts'

/** Offers shown per category at first, because clients compare only a few. */
const initialOfferCount = 5

/** Offers added by each "more" press. */
const offersPerStep = 20

/** Loads the next page of offers; `undefined` when all are loaded. */
export type MoreOffers =
  | { visible: number; total: number; onPress: () => void; isPending: boolean; error: string | undefined }
  | undefined

interface OfferGroupProps {
  group: OfferCategory
  more: MoreOffers
  /** Offers that stay visible beyond the limit. */
  isAlwaysShown: (offer: WireClientOffer) => boolean
  children: (visible: readonly WireClientOffer[]) => ReactNode
}

/** The offers of one category in a quote of a whole event. */
export function OfferGroup({ group, more, isAlwaysShown, children }: OfferGroupProps) {
  const { category, offers, count, lowestPrice } = group
  const [limit, setLimit] = useState(initialOfferCount)
  const visible = offers.filter((offer, index) => index < limit || isAlwaysShown(offer))
  const hidden = count - visible.length
  // The requested offers may be on pages that have not been loaded.
  const isAwaitingPage = limit > initialOfferCount && offers.length < Math.min(limit, count)
  const error = isAwaitingPage ? more?.error : undefined
  const loadMore = isAwaitingPage && !more?.isPending && error === undefined ? more?.onPress : undefined
  // `onPress` changes with every page, so this runs again even if no render shows the pending state.
  useEffect(() => loadMore?.(), [loadMore])

  return (
    <section aria-label={category} className="mt-8 first:mt-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{category}</h2>
        <p className="tabular text-sm text-muted">
          {count === 1 ? '1 offer' : `${formatCount(count)} offers`}
          {lowestPrice && ` from ${priceText(lowestPrice)}`}
        </p>
      </div>
      {visible.length > 0 && children(visible)}
      {error !== undefined && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
      {hidden > 0 && (
        <Button
          tone="quiet"
          isPending={isAwaitingPage && more !== undefined && error === undefined}
          pendingLabel="Loading more"
          onPress={() => (error === undefined ? setLimit(limit + offersPerStep) : more?.onPress())}
          className="mt-2 max-w-full"
        >
          {visible.length === 0 ? `Show offers in ${category}` : `${formatCount(hidden)} more in ${category}`}
        </Button>
      )}
    </section>
  )
}
