import type { QuotedFacts } from '../../db/quote-tables.ts'
import type { Listing } from '../listings/index.ts'

/** How the tickets are described to a client: nothing of who sells them, or for how much. */
export function quotedFacts(listing: Listing): QuotedFacts {
  const { seatsHidden } = listing
  return {
    categoryId: listing.category.id,
    categoryName: listing.category.name,
    section: listing.section,
    row: listing.row,
    firstSeat: seatsHidden ? null : listing.firstSeat,
    lastSeat: seatsHidden ? null : listing.lastSeat,
    generalAdmission: listing.generalAdmission,
    ticketType: listing.ticketType,
    inHandDate: listing.inHandDate,
    instantDownload: listing.instantDownload,
    hospitality: listing.hospitality,
    notes: [...listing.notes],
  }
}
