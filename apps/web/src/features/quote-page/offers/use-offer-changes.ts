import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { useState } from 'react'
import { priceText } from '#web/lib/format/price.ts'
import { shortSeatLabel } from './offer-copy.ts'

/** The latest offer changes as text for screen readers; empty until something changes. */
export function useOfferChanges(quote: WireClientQuote): string {
  const [announced, setAnnounced] = useState(quote.offers)
  const [text, setText] = useState('')
  if (announced !== quote.offers) {
    setAnnounced(quote.offers)
    // Event quotes change constantly, and the selection reports its own changes.
    const changes = quote.scope === 'event' ? [] : changesBetween(announced, quote.offers)
    if (changes.length > 0) setText(changes.join(' '))
  }
  return text
}

function changesBetween(previous: WireClientQuote['offers'], current: WireClientQuote['offers']): string[] {
  const previousById = new Map(previous.map((offer) => [offer.id, offer]))
  return current.flatMap((offer) => {
    const previousOffer = previousById.get(offer.id)
    if (!previousOffer) return []
    const label = shortSeatLabel(offer)
    if (offer.state !== previousOffer.state) {
      if (offer.state === 'unavailable') return [`${label} is no longer available.`]
      if (previousOffer.state === 'unavailable') return [`${label} is available again.`]
    }
    const [price, oldPrice] = [priceText(offer.price), priceText(previousOffer.price)]
    return price === oldPrice ? [] : [`${label} is now ${price} each.`]
  })
}
