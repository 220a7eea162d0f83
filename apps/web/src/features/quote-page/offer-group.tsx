import type { WireVisitorOffer } from '@terrace/contracts/quote-page'
import { formatCount } from '@terrace/domain/tickets'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Cards that a category shows before it is asked for more: a client compares a few, not a stadium. */
const shownFirst = 5

interface OfferGroupProps {
  category: string
  /** The best ones first. */
  offers: readonly WireVisitorOffer[]
  /** Whether these are all that the category has. */
  isWhole: boolean
  /** Shown in any case. */
  isKept: (offer: WireVisitorOffer) => boolean
  children: (shown: readonly WireVisitorOffer[]) => ReactNode
}

/** The offers of one category in a quote of a whole event. */
export function OfferGroup({ category, offers, isWhole, isKept, children }: OfferGroupProps) {
  const [isOpened, setOpened] = useState(false)
  const shown = isOpened ? offers : offers.filter((offer, index) => index < shownFirst || isKept(offer))
  const hidden = offers.length - shown.length
  return (
    <section aria-label={category} className="mt-8 first:mt-0">
      <h2 className="mb-3 text-lg">{category}</h2>
      {children(shown)}
      {hidden > 0 && (
        <Button tone="quiet" onPress={() => setOpened(true)} className="mt-2">
          {isWhole ? `${formatCount(hidden)} more in ${category}` : `More in ${category}`}
        </Button>
      )}
    </section>
  )
}
