import type { WireEvent } from '@terrace/contracts/catalogue'
import type { WireListing } from '@terrace/contracts/listings'
import { feedPerformerIds } from '#web/features/listings/filters/feed-request.ts'
import type { SelectedLine } from '#web/features/holds/basket/selection.ts'

/** The listing as the basket keeps it. */
export function selectedLine(event: WireEvent, listing: WireListing, quantity: number): SelectedLine {
  return {
    listing_id: listing.id,
    quantity,
    event: {
      id: event.id,
      title: event.title,
      slug: event.slug,
      performer_ids: feedPerformerIds(event),
    },
    category_name: listing.category.name,
    section: listing.section,
    row: listing.row,
    available: listing.available,
    splits: listing.splits,
    price: listing.proceed_price,
  }
}
