import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { useState } from 'react'
import { priceText } from '#web/lib/price.ts'
import { shortPlace } from './offer-words.ts'

/** What the last change of the offers comes to in words, for the ear; empty while nothing has changed. */
export function useChanges(quote: WireVisitorQuote): string {
  const [known, setKnown] = useState(quote.offers)
  const [text, setText] = useState('')
  if (known !== quote.offers) {
    setKnown(quote.offers)
    // Of a whole event something changes all the time; what is chosen of it speaks for itself.
    const news = quote.scope === 'event' ? [] : changesBetween(known, quote.offers)
    if (news.length > 0) setText(news.join(' '))
  }
  return text
}

function changesBetween(before: WireVisitorQuote['offers'], now: WireVisitorQuote['offers']): string[] {
  const then = new Map(before.map((offer) => [offer.id, offer]))
  return now.flatMap((offer) => {
    const old = then.get(offer.id)
    if (!old) return []
    const place = shortPlace(offer)
    if (offer.state !== old.state) {
      if (offer.state === 'gone') return [`${place} is no longer available.`]
      if (old.state === 'gone') return [`${place} is available again.`]
    }
    const [price, oldPrice] = [priceText(offer.price), priceText(old.price)]
    return price === oldPrice ? [] : [`${place} is now ${price} each.`]
  })
}
