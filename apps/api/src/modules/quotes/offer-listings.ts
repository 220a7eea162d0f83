import type { Reader } from '../../db/transaction.ts'
import type { Listing } from '../listings/index.ts'
import { newOffer } from './new-offer.ts'
import { readEventsOfListings, type NewOffer } from './new-quote.repo.ts'
import type { OfferChoice } from './offer-choice.ts'
import { quantitiesOf, reachOf } from './price-offers.ts'
import { quoteRefusals, refusedToQuote } from './quotes.errors.ts'

export interface WantedListing {
  listingId: string
  quantity: number
}

/** The chosen listings as offers. Throws `quote.listings_refused` with a line for each that cannot be quoted. */
export async function offerListings(
  db: Reader,
  wanted: readonly WantedListing[],
  { teamId, eventId, ids, stock }: OfferChoice,
): Promise<NewOffer[]> {
  const { book } = stock
  const missing = wanted.filter(({ listingId }) => !book.listing(listingId))
  const known = missing.length > 0 ? await readEventsOfListings(db, missing.map(listingIdOf)) : undefined
  const lines: object[] = []
  const offers = wanted.flatMap(({ listingId, quantity }, index): NewOffer[] => {
    const listing = book.listing(listingId)
    const reach = listing ? reachOf(listing, book, teamId) : 0
    const splits = listing ? quantitiesOf(listing, reach) : []
    const offer =
      listing &&
      newOffer(stock, {
        id: ids.next('off'),
        listing,
        quantity,
        holdId: null,
        price: listing.price,
        position: index,
      })
    const code = listing
      ? refusalOf(listing, { teamId, reach, quantity, splits, isPriced: offer !== null })
      : refusalOfUnknown(known?.get(listingId), eventId)
    if (code !== undefined || !offer) {
      const isNumber = code === 'listing.insufficient_quantity' || code === 'listing.split_not_allowed'
      lines.push({
        index,
        listing_id: listingId,
        code,
        title: quoteRefusals[code ?? ''],
        available: isNumber ? reach : 0,
        splits: isNumber ? splits : [],
      })
      return []
    }
    return [offer]
  })
  if (lines.length > 0) throw refusedToQuote('quote.listings_refused', lines)
  return offers
}

const listingIdOf = ({ listingId }: WantedListing) => listingId

interface Reach {
  teamId: string
  reach: number
  quantity: number
  splits: readonly number[]
  isPriced: boolean
}

function refusalOf(listing: Listing, { teamId, reach, quantity, splits, isPriced }: Reach) {
  if (listing.seller.id === teamId) return 'listing.own'
  if (!isPriced) return 'listing.no_rate'
  if (reach === 0) return 'listing.gone'
  if (quantity > reach) return 'listing.insufficient_quantity'
  return splits.includes(quantity) ? undefined : 'listing.split_not_allowed'
}

function refusalOfUnknown(itsEvent: number | undefined, eventId: number) {
  if (itsEvent === undefined) return 'listing.not_found'
  return itsEvent === eventId ? 'listing.withdrawn' : 'listing.other_event'
}
