import type { QueryClient } from '@tanstack/react-query'
import type { WireEvent } from '@terrace/contracts/catalogue'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { clientListingText, costListingText, type CopiedSeats } from '#web/features/quotes/copy/copy-texts.ts'
import { defaultClientPrice } from '#web/features/quotes/copy/default-client-price.ts'
import { feedPerformerIds } from '#web/features/listings/filters/feed-request.ts'
import type { CopySource } from '#web/lib/format/copy-text.ts'

export interface CopiedListing {
  event: WireEvent
  listing: WireListing
  quantity: number
}

/** The listing at the client's price. */
export async function forClient(
  queryClient: QueryClient,
  { event, listing, quantity }: CopiedListing,
): Promise<CopySource> {
  const priced = await defaultClientPrice(queryClient, {
    listingId: listing.id,
    performerIds: feedPerformerIds(event),
    currency: listing.proceed_price.currency,
  })
  return 'problem' in priced
    ? priced
    : { text: clientListingText(seatsOf(event, listing), quantity, priced.price) }
}

/** The listing at its cost. */
export function withCost({ event, listing, quantity }: CopiedListing): CopySource {
  const price = fromWireMoney(listing.proceed_price)
  const fee = money(fromWireMoney(listing.all_in_price).minor - price.minor, price.currency)
  return { text: costListingText(seatsOf(event, listing), quantity, { price, fee }) }
}

function seatsOf(event: WireEvent, { section, row, category, ticket_type }: WireListing): CopiedSeats {
  return {
    event: { ...event, venue_name: event.venue.name, city: event.venue.city },
    section,
    row,
    category_name: category.name,
    ticket_type,
  }
}
