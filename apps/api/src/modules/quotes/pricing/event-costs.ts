import { allowedQuantitiesOf, quantityAvailableToTeam } from './price-offers.ts'
import type { PricingContext } from './pricing-context.ts'
import type { Quote } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'

/**
 * Ticket costs in minor units of all listings that a quote of the whole event offers now.
 * @throws `quote.listings_invalid` when there are none.
 */
export function costsOfEvent(
  { eventSnapshot, converter }: PricingContext,
  { teamId, isHospitalityOnly }: Pick<Quote, 'teamId' | 'isHospitalityOnly'>,
): number[] {
  const costs = [...eventSnapshot.listings()].flatMap((listing) => {
    if (listing.seller.id === teamId || (isHospitalityOnly && !listing.hospitality)) return []
    if (allowedQuantitiesOf(listing, quantityAvailableToTeam(listing, eventSnapshot, teamId)).length === 0)
      return []
    return converter.convert(listing.price)?.minor ?? []
  })
  if (costs.length > 0) return costs
  throw quoteErrors.make('quote.listings_invalid', {
    title: isHospitalityOnly
      ? 'No hospitality tickets are available for this event'
      : 'No tickets are available for this event',
  })
}
