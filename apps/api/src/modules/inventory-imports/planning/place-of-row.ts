import type { StoredListing } from '#api/modules/supply/index.ts'
import type { InventoryRow } from '../reading/inventory-row.ts'
import type { SaleEvent } from './sale-event.ts'

export interface ListingPlace {
  eventId: number
  section: string
  row: string
  generalAdmission: boolean
  firstSeat: number | null
  lastSeat: number | null
  categoryId: number
}

/** Where the tickets of a row are. A patch without a section means the place of the listing. */
export function placeOf(
  row: InventoryRow,
  event: SaleEvent,
  stored: StoredListing | undefined,
): ListingPlace | { problem: string } {
  const isPatch = row.section === '' && stored !== undefined
  const block = event.findBlock(isPatch ? stored.section : row.section)
  if ('problem' in block) return block
  if (isPatch) {
    return {
      eventId: stored.event_id,
      section: stored.section,
      row: stored.row,
      generalAdmission: stored.general_admission,
      firstSeat: stored.first_seat,
      lastSeat: stored.last_seat,
      categoryId: block.categoryId,
    }
  }
  // A listing has consecutive seats; every other seat is said in a note.
  const hasSeats = row.seatStep === 1 && row.firstSeat !== null
  return {
    eventId: event.id,
    section: block.name,
    row: row.row,
    generalAdmission: row.generalAdmission,
    firstSeat: hasSeats ? row.firstSeat : null,
    lastSeat: hasSeats ? row.lastSeat : null,
    categoryId: block.categoryId,
  }
}

/**
 * Whether a listing stands for this place. After a sale, files name the seats that are left, so seats within those of the
 * listing are the same place.
 */
export function samePlace(stored: StoredListing, place: ListingPlace, currency: string): boolean {
  const isSameRow =
    stored.event_id === place.eventId &&
    stored.section === place.section &&
    stored.row === place.row &&
    stored.general_admission === place.generalAdmission &&
    stored.currency === currency
  if (!isSameRow) return false
  if (stored.first_seat === null || place.firstSeat === null || place.lastSeat === null)
    return stored.first_seat === place.firstSeat
  if (stored.first_seat === place.firstSeat) return true
  const isWithin = place.firstSeat >= stored.first_seat && place.lastSeat <= (stored.last_seat ?? 0)
  return isWithin && stored.sold > 0
}
