import type { ReactNode } from 'react'
import { sectionLabel, seatsText, type OfferDetails } from './offer-copy.ts'

interface UnavailableOfferProps {
  offer: OfferDetails
  alternatives: readonly OfferDetails[]
  children: (alternative: OfferDetails) => ReactNode
}

/** A sold offer stays in place, with similar tickets below it. */
export function UnavailableOffer({ offer, alternatives, children }: UnavailableOfferProps) {
  return (
    <div className="rounded border border-dashed border-line-strong bg-sunken p-4 sm:px-5">
      <p className="font-semibold text-muted line-through [overflow-wrap:anywhere]">{sectionLabel(offer)}</p>
      <p className="mt-0.5 text-sm text-muted">
        {seatsText(offer)} <span aria-hidden>·</span>{' '}
        <span className="font-medium text-danger">No longer available</span>
      </p>
      {alternatives.length > 0 && (
        <>
          <p className="mt-4 mb-2 text-sm font-medium">Similar tickets</p>
          <ul aria-label={`Alternatives to ${sectionLabel(offer)}`} className="flex flex-col gap-2">
            {alternatives.map((each) => (
              <li key={each.id}>{children(each)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
