import type { Quote, QuoteOffer } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'

/* Which offers of a quote are to be bought. */

export interface WantedOffer {
  offerId: string
  quantity: number
}

/** The offers that are named, in the numbers that are wanted. Throws `quote.offer_unknown` with a line for each that is none. */
export function namedOffers(quote: Quote, wanted: readonly WantedOffer[]): QuoteOffer[] {
  const known = new Map(quote.offers.map((offer) => [offer.id, offer]))
  const fields: Record<string, string[]> = {}
  const offers = wanted.flatMap(({ offerId, quantity }, index) => {
    const offer = known.get(offerId)
    // Named twice it would be counted twice.
    known.delete(offerId)
    if (!offer) fields[`offers.${index}.offer_id`] = ['is no offer of this quote, or is named twice']
    return offer ? [{ ...offer, quantity }] : []
  })
  if (Object.keys(fields).length > 0) throw quoteErrors.make('quote.offer_unknown', { details: { fields } })
  return offers
}

/** Where none is named: what the client accepted, else all that was offered, but for what has been bought already. */
export function meantOffers({ offers }: Pick<Quote, 'offers'>): QuoteOffer[] {
  const accepted = offers.filter((offer) => offer.accepted > 0)
  const meant =
    accepted.length > 0
      ? accepted.map((offer) => ({ ...offer, quantity: offer.accepted }))
      : offers.filter(({ kind }) => kind === 'offered')
  return meant.flatMap((offer) => {
    const quantity = offer.quantity - (offer.bought?.quantity ?? 0)
    return quantity > 0 ? [{ ...offer, quantity }] : []
  })
}
