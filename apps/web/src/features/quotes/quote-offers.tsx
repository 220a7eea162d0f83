import type { WireOfferPart, WireQuoteOffer, WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatTickets } from '@terrace/domain/tickets'
import { priceText } from '#web/lib/price.ts'
import { Badge } from '#web/ui/badge.tsx'
import { clientTotal, costBefore, OfferParts } from './offer-figures.tsx'
import { Signed } from './quote-amounts.tsx'
import { offerPlace } from './quote-texts.ts'

/** What is offered, at which gain. */
export function QuoteOffers({ quote: { offers, scope } }: { quote: WireQuoteWhole }) {
  if (offers.length === 0) {
    return (
      <p className="text-muted">
        {scope === 'event'
          ? 'The whole event is offered, as it stands live. What the client accepts is listed here.'
          : 'Nothing is offered.'}
      </p>
    )
  }
  return (
    <section aria-labelledby="offers-heading">
      <h3 id="offers-heading" className="text-xs font-semibold text-muted">
        Offers
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {offers.map((offer) => (
          <li key={offer.id} className="py-3">
            <Offer offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Offer({ offer }: { offer: WireQuoteOffer }) {
  const [first, ...others] = offer.parts
  const only = others.length === 0 ? first : undefined
  return (
    <div className="space-y-1">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0">
          <span className="font-semibold">{offerPlace(offer)}</span>
          <span className="block text-xs text-muted">
            {offer.category_name} · {formatTickets(offer.quantity)}
          </span>
        </p>
        <p className="tabular text-right">
          <span className="block font-semibold">{priceText(only?.client_price ?? clientTotal(offer))}</span>
          <span className="block text-xs text-muted">{only ? 'each' : 'in all'}, to the client</span>
        </p>
      </div>
      <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <OfferState offer={offer} />
        {offer.accepted > 0 && <Badge tone="ok">{formatTickets(offer.accepted)} accepted</Badge>}
        {only && <Figures part={only} then={offer.cost_then} />}
      </p>
      <OfferParts offer={offer} />
    </div>
  )
}

function Figures({ part, then }: { part: WireOfferPart; then: WireMoney }) {
  return (
    <>
      {part.cost && (
        <span>Cost {[priceText(part.cost), costBefore(part, then)].filter(Boolean).join(', ')}</span>
      )}
      <span>Fee {priceText(part.service_fee)}</span>
      {part.net && (
        <span>
          Net <Signed amount={fromWireMoney(part.net)} />
        </span>
      )}
    </>
  )
}

function OfferState({ offer }: { offer: WireQuoteOffer }) {
  if (offer.bought > 0) {
    const isAll = offer.bought >= (offer.accepted || offer.quantity)
    return <Badge tone="ok">{isAll ? 'Bought' : `${formatTickets(offer.bought)} bought`}</Badge>
  }
  if (offer.state === 'gone') return <Badge tone="danger">Gone</Badge>
  if (offer.state === 'short') return <Badge tone="signal">Only {offer.available} left</Badge>
  // Also of one that is held, where the hold has not all of it.
  if (offer.is_dearer) return <Badge tone="signal">Dearer now</Badge>
  return offer.hold_id === null ? <Badge>Available</Badge> : <Badge tone="accent">Held</Badge>
}
