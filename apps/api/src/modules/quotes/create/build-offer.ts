import type { Money } from '@terrace/domain/money/money'
import type { Listing } from '#api/modules/listings/index.ts'
import type { NewOffer } from './new-quote.repo.ts'
import type { PricingContext } from '../pricing/pricing-context.ts'
import { describeTickets } from './ticket-description.ts'

interface OfferInput {
  id: string
  listing: Listing
  quantity: number
  holdId: string | null
  /** Per ticket: the seller's price, or the price frozen by the hold. */
  unconvertedPrice: Money
  position: number
}

/** Builds a new offer; `null` when its price can't be converted today. */
export function buildOffer(
  { converter }: PricingContext,
  { listing, unconvertedPrice, ...offer }: OfferInput,
): NewOffer | null {
  const costWhenQuoted = converter.convert(unconvertedPrice)
  const rate = converter.rateOf(unconvertedPrice.currency)
  if (!costWhenQuoted || !rate) return null
  return {
    ...offer,
    listingId: listing.id,
    kind: 'offered',
    snapshot: describeTickets(listing),
    costWhenQuoted,
    accepted: 0,
    agreed: null,
    unconvertedPrice,
    rate: rate.rate,
    rateDate: rate.rateDate ?? null,
  }
}
