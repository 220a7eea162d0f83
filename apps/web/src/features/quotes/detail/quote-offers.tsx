import type { WireOfferPart, WireQuoteOffer, WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { priceText } from '#web/lib/format/price.ts'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { CopyButtons } from '#web/features/quotes/copy/copy-buttons.tsx'
import { clientOfferText, costOfferText } from '#web/features/quotes/copy/copy-texts.ts'
import { clientTotal, originalCostText, OfferParts } from './offer-amounts.tsx'
import { SignedAmount } from './quote-amounts.tsx'
import { offerSeatLabel } from '#web/features/quotes/quote-texts.ts'

export function QuoteOffers({ quote }: { quote: WireQuoteDetail }) {
  const { offers, scope } = quote
  if (offers.length === 0) {
    return (
      <p className="text-muted">
        {scope === 'event'
          ? 'All listings for the event are offered and update live. Accepted offers appear here.'
          : 'No offers.'}
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
            <CopyButtons
              label={offerSeatLabel(offer)}
              forClient={
                offer.state === 'unavailable'
                  ? null
                  : () => Promise.resolve({ text: clientOfferText(quote, offer) })
              }
              withCost={() => ({ text: costOfferText(quote, offer) })}
            />
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
          <span className="font-semibold">{offerSeatLabel(offer)}</span>
          <span className="block text-xs text-muted">
            {offer.category_name} · {formatTickets(offer.quantity)}
          </span>
        </p>
        <p className="tabular text-right">
          <span className="block font-semibold">{priceText(only?.client_price ?? clientTotal(offer))}</span>
          <span className="block text-xs text-muted">{only ? 'each' : 'in total'}, to the client</span>
        </p>
      </div>
      <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <OfferState offer={offer} />
        {offer.accepted > 0 && <Badge tone="ok">{formatTickets(offer.accepted)} accepted</Badge>}
        {only && <PartAmounts part={only} originalCost={offer.cost_when_quoted} />}
      </p>
      <OfferParts offer={offer} />
    </div>
  )
}

function PartAmounts({ part, originalCost }: { part: WireOfferPart; originalCost: WireMoney }) {
  return (
    <>
      {part.cost && (
        <span>
          Cost {[priceText(part.cost), originalCostText(part, originalCost)].filter(Boolean).join(', ')}
        </span>
      )}
      <span>Fee {priceText(part.service_fee)}</span>
      {part.net && (
        <span>
          Margin <SignedAmount amount={fromWireMoney(part.net)} />
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
  if (offer.state === 'unavailable') return <Badge tone="danger">Unavailable</Badge>
  if (offer.state === 'short') return <Badge tone="signal">Only {offer.available} left</Badge>
  // Applies to held offers too, if the hold does not cover the full quantity.
  if (offer.price_increased) return <Badge tone="signal">Price increased</Badge>
  return offer.hold_id === null ? <Badge>Available</Badge> : <Badge tone="accent">Held</Badge>
}
