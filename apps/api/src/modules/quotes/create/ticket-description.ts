import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { Listing } from '#api/modules/listings/index.ts'

/**
 * Description of tickets for a client, without seller or price. An offer stores the one of its quote as `snapshot`; while the
 * listing is on sale, clients see the current one.
 */
export interface TicketDescription {
  categoryId: number
  categoryName: string
  section: string
  row: string
  /** `null` when the seller hides them. */
  firstSeat: number | null
  lastSeat: number | null
  /** Every seat, unless they are adjacent; missing in older quotes. */
  seats?: readonly number[] | null
  generalAdmission: boolean
  deliveryType: string
  inHandDate: string
  instantDownload: boolean
  hospitality: boolean
  notes: ListingNote[]
}

export function describeTickets(listing: Listing): TicketDescription {
  const { seatsHidden } = listing
  return {
    categoryId: listing.category.id,
    categoryName: listing.category.name,
    section: listing.section,
    row: listing.row,
    firstSeat: seatsHidden ? null : listing.firstSeat,
    lastSeat: seatsHidden ? null : listing.lastSeat,
    seats: seatsHidden ? null : listing.seats,
    generalAdmission: listing.generalAdmission,
    deliveryType: listing.deliveryType,
    inHandDate: listing.inHandDate,
    instantDownload: listing.instantDownload,
    hospitality: listing.hospitality,
    notes: [...listing.notes],
  }
}
