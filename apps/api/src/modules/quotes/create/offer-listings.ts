import type { DbOrTx } from '#api/db/transaction.ts'
import type { Listing } from '#api/modules/listings/index.ts'
import { buildOffer } from './build-offer.ts'
import { readEventsOfListings, type NewOffer } from './new-quote.repo.ts'
import type { OfferContext } from './offer-context.ts'
import { allowedQuantitiesOf, quantityAvailableToTeam } from '../pricing/price-offers.ts'
import { quoteLineErrors, quoteLinesError } from '../quotes.errors.ts'

export interface RequestedListing {
  listingId: string
  quantity: number
}

/** @throws `quote.listings_invalid` with one entry per listing that can't be quoted. */
export async function offerListings(
  db: DbOrTx,
  requested: readonly RequestedListing[],
  { teamId, eventId, ids, pricing }: OfferContext,
): Promise<NewOffer[]> {
  const { eventSnapshot } = pricing
  const missing = requested.filter(({ listingId }) => !eventSnapshot.listing(listingId))
  const eventIds = missing.length > 0 ? await readEventsOfListings(db, missing.map(listingIdOf)) : undefined
  const lines: object[] = []
  const offers = requested.flatMap(({ listingId, quantity }, index): NewOffer[] => {
    const listing = eventSnapshot.listing(listingId)
    const availableToTeam = listing ? quantityAvailableToTeam(listing, eventSnapshot, teamId) : 0
    const splits = listing ? allowedQuantitiesOf(listing, availableToTeam) : []
    const offer =
      listing &&
      buildOffer(pricing, {
        id: ids.next('off'),
        listing,
        quantity,
        holdId: null,
        unconvertedPrice: listing.price,
        position: index,
      })
    const code = listing
      ? listingError(listing, { teamId, availableToTeam, quantity, splits, isPriced: offer !== null })
      : unknownListingError(eventIds?.get(listingId), eventId)
    if (code !== undefined || !offer) {
      const isNumber = code === 'listing.insufficient_quantity' || code === 'listing.split_not_allowed'
      lines.push({
        index,
        listing_id: listingId,
        code,
        title: code && quoteLineErrors[code],
        available: isNumber ? availableToTeam : 0,
        splits: isNumber ? splits : [],
      })
      return []
    }
    return [offer]
  })
  if (lines.length > 0) throw quoteLinesError('quote.listings_invalid', lines)
  return offers
}

const listingIdOf = ({ listingId }: RequestedListing) => listingId

interface OfferRequest {
  teamId: string
  availableToTeam: number
  quantity: number
  splits: readonly number[]
  isPriced: boolean
}

function listingError(
  listing: Listing,
  { teamId, availableToTeam, quantity, splits, isPriced }: OfferRequest,
) {
  if (listing.seller.id === teamId) return 'listing.own_team'
  if (!isPriced) return 'listing.no_rate'
  if (availableToTeam === 0) return 'listing.unavailable'
  if (quantity > availableToTeam) return 'listing.insufficient_quantity'
  return splits.includes(quantity) ? undefined : 'listing.split_not_allowed'
}

function unknownListingError(actualEventId: number | undefined, eventId: number) {
  if (actualEventId === undefined) return 'listing.not_found'
  return actualEventId === eventId ? 'listing.withdrawn' : 'listing.other_event'
}
