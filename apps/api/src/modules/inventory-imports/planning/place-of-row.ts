import {
  noSeats,
  seatNumbers,
  seatsOfNumbers,
  seatStep,
  type ListingSeats,
} from '@terrace/domain/tickets/seats'
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
  /** Every seat, unless they are adjacent. */
  seats: number[] | null
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
      seats: stored.seats,
      categoryId: block.categoryId,
    }
  }
  const seats = seatsOfRow(row)
  return {
    eventId: event.id,
    section: block.name,
    row: row.row,
    generalAdmission: row.generalAdmission,
    firstSeat: seats.first,
    lastSeat: seats.last,
    seats: seats.list && [...seats.list],
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
  const old = { first: stored.first_seat, last: stored.last_seat, list: stored.seats }
  const named = { first: place.firstSeat, last: place.lastSeat, list: place.seats }
  // The same order from the same seat on: only the number of tickets differs.
  const step = seatStep(old)
  if (old.first === named.first && step !== null && step === seatStep(named)) return true
  if (JSON.stringify(old.list) === JSON.stringify(named.list) && old.first === named.first) return true
  const known = new Set(seatNumbers(old))
  return stored.sold > 0 && seatNumbers(named).every((seat) => known.has(seat))
}

/** The seats that a row of a file names. */
export function seatsOfRow(
  row: Pick<InventoryRow, 'firstSeat' | 'lastSeat' | 'seatStep' | 'seats'>,
): ListingSeats {
  const { firstSeat: first, lastSeat: last, seatStep: step, seats } = row
  if (seats) return seatsOfNumbers(seats)
  if (first === null || last === null) return noSeats
  if (step === 1) return { first, last, list: null }
  return seatsOfNumbers(Array.from({ length: (last - first) / 2 + 1 }, (_, index) => first + 2 * index))
}
