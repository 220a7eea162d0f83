import type { WireVisitorOffer } from '@terrace/contracts/quote-page'
import { formatCount } from '@terrace/domain/tickets'
import { useEffect, useState, type ReactNode } from 'react'
import { priceText } from '#web/lib/price.ts'
import { Button } from '#web/ui/button.tsx'
import type { OfferGroupFacts } from './offer-groups.ts'

/** Cards that a category shows before it is asked for more: a client compares a few, not a stadium. */
const shownFirst = 5

/** Cards that come when it is. */
const shownMore = 20

/** Brings the next page of offers; absent where all of them are there. */
export type MoreOffers =
  | { shown: number; total: number; onPress: () => void; isPending: boolean; error: string | undefined }
  | undefined

interface OfferGroupProps {
  group: OfferGroupFacts
  more: MoreOffers
  /** Shown in any case. */
  isKept: (offer: WireVisitorOffer) => boolean
  children: (shown: readonly WireVisitorOffer[]) => ReactNode
}

/** The offers of one category in a quote of a whole event. */
export function OfferGroup({ group, more, isKept, children }: OfferGroupProps) {
  const { category, offers, count, lowestPrice } = group
  const [most, setMost] = useState(shownFirst)
  const shown = offers.filter((offer, index) => index < most || isKept(offer))
  const hidden = count - shown.length
  // What was asked for may stand on pages that are not loaded yet.
  const isMissing = most > shownFirst && offers.length < Math.min(most, count)
  const error = isMissing ? more?.error : undefined
  const loadMore = isMissing && !more?.isPending && error === undefined ? more?.onPress : undefined
  // Another function after each page, which may come so fast that nothing is drawn while it is fetched.
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
      {shown.length > 0 && children(shown)}
      {error !== undefined && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
      {hidden > 0 && (
        <Button
          tone="quiet"
          isPending={isMissing && more !== undefined && error === undefined}
          pendingLabel="Loading more"
          onPress={() => (error === undefined ? setMost(most + shownMore) : more?.onPress())}
          className="mt-2 max-w-full"
        >
          {shown.length === 0 ? `Show offers in ${category}` : `${formatCount(hidden)} more in ${category}`}
        </Button>
      )}
    </section>
  )
}
