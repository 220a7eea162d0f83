import type { Money } from '@terrace/domain/money'
import type { Listing } from '../listings/index.ts'
import type { NewOffer } from './new-quote.repo.ts'
import type { Stock } from './price-offers.ts'
import { quotedFacts } from './quoted-facts.ts'

interface Quoted {
  id: string
  listing: Listing
  quantity: number
  holdId: string | null
  /** Per ticket: the seller's price; of a hold, what it froze. */
  price: Money
  position: number
}

/** An offer that nobody has answered yet; null where its price has no rate today. */
export function newOffer({ converter }: Stock, { listing, price, ...offer }: Quoted): NewOffer | null {
  const costThen = converter.convert(price)
  const rate = converter.rateOf(price.currency)
  if (!costThen || !rate) return null
  return {
    ...offer,
    listingId: listing.id,
    kind: 'offered',
    facts: quotedFacts(listing),
    costThen,
    accepted: 0,
    agreed: null,
    price,
    rate: rate.rate,
    rateDate: rate.rateDate ?? null,
  }
}
