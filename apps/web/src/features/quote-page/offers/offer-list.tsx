import type { WireClientOffer, WireClientQuote } from '@terrace/contracts/quote-page'
import { ShowMore } from '#web/ui/controls/show-more.tsx'
import type { OfferSelection } from './use-offer-selection.ts'
import { UnavailableOffer } from './unavailable-offer.tsx'
import { OfferGroup, type MoreOffers } from './offer-group.tsx'
import { groupsOf } from './offer-groups.ts'
import { OfferCard } from './offer-card.tsx'
import type { OfferDetails } from './offer-copy.ts'

interface OfferListProps {
  offers: readonly WireClientOffer[]
  /** Totals per category; set for event quotes only. */
  overview: WireClientQuote['overview']
  selection: OfferSelection
  /** Whether the client can select offers. */
  isOpen: boolean
  /** The client accepts exactly one of the offers. */
  isSingleChoice: boolean
  today: string
  /** Called with the section under the pointer or focus. */
  onHover: (section: string | null) => void
  more: MoreOffers
}

/** The offers as cards, grouped by category for event quotes. */
export function OfferList({
  offers,
  overview,
  selection,
  isOpen,
  isSingleChoice,
  today,
  onHover,
  more,
}: OfferListProps) {
  const card = (offer: OfferDetails, offeredQuantity?: number) => (
    <OfferCard
      offer={offer}
      selectedQuantity={selection.quantityOf(offer.id)}
      onSelect={isOpen ? (quantity) => selection.select(offer, quantity) : null}
      isSingleChoice={isSingleChoice}
      today={today}
      tag={offeredQuantity !== undefined && <RemainingTag offer={offer} offeredQuantity={offeredQuantity} />}
      onHover={(isHovered) => onHover(isHovered ? offer.section : null)}
    />
  )
  // After the response, only alternatives that were accepted stay visible.
  const isShown = ({ id }: OfferDetails) => isOpen || selection.quantityOf(id) !== null
  const rows = (listed: readonly WireClientOffer[], label: string) => (
    <ul aria-label={label} className="flex flex-col gap-3">
      {listed.map((offer) => (
        <li key={offer.id} data-offer={offer.id}>
          {offer.state === 'unavailable' ? (
            <UnavailableOffer offer={offer} alternatives={offer.alternatives.filter(isShown)}>
              {(alternative) => card(alternative)}
            </UnavailableOffer>
          ) : (
            // Stock left matters only while the quote is open.
            card(offer, isOpen && offer.state === 'short' ? offer.quantity : undefined)
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {overview
        ? groupsOf(offers, overview).map((group) => (
            <OfferGroup
              key={group.category}
              group={group}
              more={more}
              isAlwaysShown={({ id }) => selection.quantityOf(id) !== null}
            >
              {(shown) => rows(shown, group.category)}
            </OfferGroup>
          ))
        : rows(offers, 'Offers')}
      {more && !overview && <ShowMore {...more} />}
    </>
  )
}

function RemainingTag({ offer, offeredQuantity }: { offer: OfferDetails; offeredQuantity: number }) {
  const remaining = offer.quantities.at(-1) ?? 0
  return (
    <p className="mt-1 text-sm font-medium text-signal">
      {remaining === 1 ? 'Only 1 ticket' : `Only ${remaining} tickets`} left of {offeredQuantity}
    </p>
  )
}
