import type { WireVisitorOffer, WireVisitorQuote } from '@terrace/contracts/quote-page'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { Choice } from './use-choice.ts'
import { GoneOffer } from './gone-offer.tsx'
import { OfferGroup, type MoreOffers } from './offer-group.tsx'
import { groupsOf } from './offer-groups.ts'
import { OfferCard } from './offer-card.tsx'
import type { Offered } from './offer-words.ts'

interface OfferListProps {
  offers: readonly WireVisitorOffer[]
  /** Of a whole event: what all of its offers come to. */
  overview: WireVisitorQuote['overview']
  choice: Choice
  /** Whether it takes an answer now. */
  isOpen: boolean
  today: string
  /** The section that the pointer or the keyboard is on. */
  onPoint: (section: string | null) => void
  more: MoreOffers
}

/** The offers as cards, of a whole event by its categories. */
export function OfferList({ offers, overview, choice, isOpen, today, onPoint, more }: OfferListProps) {
  const card = (offer: Offered, short?: number) => (
    <OfferCard
      offer={offer}
      chosen={choice.quantityOf(offer.id)}
      onChoose={isOpen ? (quantity) => choice.choose(offer, quantity) : null}
      today={today}
      tag={short !== undefined && <ShortTag offer={offer} wanted={short} />}
      onPoint={(isPointed) => onPoint(isPointed ? offer.section : null)}
    />
  )
  // What could have been chosen instead is of no use once the answer is given, but for what was.
  const isShown = ({ id }: Offered) => isOpen || choice.quantityOf(id) !== null
  const rows = (listed: readonly WireVisitorOffer[], label: string) => (
    <ul aria-label={label} className="flex flex-col gap-3">
      {listed.map((offer) => (
        <li key={offer.id} data-offer={offer.id}>
          {offer.state === 'gone' ? (
            <GoneOffer offer={offer} alternatives={offer.alternatives.filter(isShown)}>
              {(each) => card(each)}
            </GoneOffer>
          ) : (
            // Of what was ordered, what is not left need not be missing.
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
              isKept={({ id }) => choice.quantityOf(id) !== null}
            >
              {(shown) => rows(shown, group.category)}
            </OfferGroup>
          ))
        : rows(offers, 'Offers')}
      {more && !overview && <ShowMore {...more} />}
    </>
  )
}

function ShortTag({ offer, wanted }: { offer: Offered; wanted: number }) {
  const left = offer.quantities.at(-1) ?? 0
  return (
    <p className="mt-1 text-sm font-medium text-signal">
      {left === 1 ? 'Only 1 ticket' : `Only ${left} tickets`} left of {wanted}
    </p>
  )
}
