import { seatsOverlap } from '@terrace/domain/tickets/seats'
import type { ListingValues } from '#api/modules/supply/index.ts'

interface Seated {
  /** The listing that would offer the seats. */
  id: string
  values: ListingValues
}

/** The seats that a listing would offer, in the form in which `findTakenSeatsOfMany` looks for them. */
export function requestedSeatsOf({ id, values }: Seated) {
  return {
    listingId: id,
    eventId: values.event_id,
    section: values.section,
    row: values.row,
    firstSeat: values.first_seat ?? 0,
    lastSeat: values.last_seat ?? 0,
    seats: values.seats,
  }
}

const rangesOf = ({
  firstSeat: first,
  lastSeat: last,
  seats: list,
}: ReturnType<typeof requestedSeatsOf>) => ({
  first,
  last,
  list,
})

/** Listings that would offer seats of an earlier listing of the same batch, with the id of that one. */
export function findSeatsTakenTwice(batch: readonly Seated[]): Map<string, string> {
  const rows = Map.groupBy(batch, ({ values }) => `${values.event_id}/${values.section}/${values.row}`)
  const taken = new Map<string, string>()
  for (const listings of rows.values()) {
    const sorted = listings.map(requestedSeatsOf).toSorted((left, right) => left.firstSeat - right.firstSeat)
    const kept: ReturnType<typeof requestedSeatsOf>[] = []
    for (const seats of sorted) {
      const other = kept.find((one) => seatsOverlap(rangesOf(one), rangesOf(seats)))
      if (other) taken.set(seats.listingId, other.listingId)
      else kept.push(seats)
    }
  }
  return taken
}
