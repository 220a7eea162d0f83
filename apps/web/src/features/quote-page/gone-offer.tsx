import type { ReactNode } from 'react'
import { placeText, seatsText, type Offered } from './offer-words.ts'

interface GoneOfferProps {
  offer: Offered
  /** What may stand in its place. */
  alternatives: readonly Offered[]
  /** Draws one of them. */
  children: (alternative: Offered) => ReactNode
}

/** An offer that somebody else was faster with: it stays where it was, and below it what comes nearest. */
export function GoneOffer({ offer, alternatives, children }: GoneOfferProps) {
  return (
    <div className="rounded border border-dashed border-line-strong bg-sunken p-4 sm:px-5">
      <p className="font-semibold text-muted line-through [overflow-wrap:anywhere]">{placeText(offer)}</p>
      <p className="mt-0.5 text-sm text-muted">
        {seatsText(offer)} <span aria-hidden>·</span>{' '}
        <span className="font-medium text-danger">No longer available</span>
      </p>
      {alternatives.length > 0 && (
        <>
          <p className="mt-4 mb-2 text-sm font-medium">Nearest to it now</p>
          <ul aria-label={`In place of ${placeText(offer)}`} className="flex flex-col gap-2">
            {alternatives.map((each) => (
              <li key={each.id}>{children(each)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
