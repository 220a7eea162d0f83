import type { Quote, QuoteOffer } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'

/* Selection of the offers to buy. */

export interface RequestedOffer {
  offerId: string
  quantity: number
}

/**
 * The requested offers with their quantities.
 * @throws `quote.offer_unknown` with one field per unknown or repeated offer.
 */
export function resolveRequestedOffers(quote: Quote, requested: readonly RequestedOffer[]): QuoteOffer[] {
  const selectable = new Map(quote.offers.map((offer) => [offer.id, offer]))
  const fields: Record<string, string[]> = {}
  const offers = requested.flatMap(({ offerId, quantity }, index) => {
    const offer = selectable.get(offerId)
    // Rejects a repeated offer, which would be counted twice.
    selectable.delete(offerId)
    if (!offer) fields[`offers.${index}.offer_id`] = ['must be one of this quote’s offers, listed once']
    return offer ? [{ ...offer, quantity }] : []
  })
  if (Object.keys(fields).length > 0) throw quoteErrors.make('quote.offer_unknown', { details: { fields } })
  return offers
}

/** The offers to buy by default: accepted ones, else all offered ones, minus what has been bought. */
export function defaultOffers({ offers }: Pick<Quote, 'offers'>): QuoteOffer[] {
  const accepted = offers.filter((offer) => offer.accepted > 0)
  const candidates =
    accepted.length > 0
      ? accepted.map((offer) => ({ ...offer, quantity: offer.accepted }))
      : offers.filter(({ kind }) => kind === 'offered')
  return candidates.flatMap((offer) => {
    const quantity = offer.quantity - (offer.bought?.quantity ?? 0)
    return quantity > 0 ? [{ ...offer, quantity }] : []
  })
}
