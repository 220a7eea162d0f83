import { seatsOverlap } from '@terrace/domain/tickets/seats'
import type { SeatsToOffer } from './taken-seats.repo.ts'

/** Decides which listings of an edit can go on sale together. */
export interface SeatChoice {
  /**
   * Those of the next listings, in this order, that cannot go on sale, because their seats are taken. Of two with one seat, the
   * first can; one that cannot takes no seats from others.
   */
  findTaken(listingIds: readonly string[], seats: readonly SeatsToOffer[]): Set<string>
}

/** `findTaken` remembers the seats of earlier calls. */
export function createSeatChoice(): SeatChoice {
  const chosen = new Map<string, SeatsToOffer[]>()
  return {
    findTaken(listingIds, seats) {
      const seatsOf = new Map(seats.map((one) => [one.listingId, one]))
      const taken = new Set<string>()
      for (const listingId of listingIds) {
        const wanted = seatsOf.get(listingId)
        if (!wanted) continue
        const place = JSON.stringify([wanted.eventId, wanted.section, wanted.row])
        const inPlace = chosen.get(place) ?? []
        chosen.set(place, inPlace)
        if (wanted.isTaken || inPlace.some((other) => seatsOverlap(other, wanted))) taken.add(listingId)
        else inPlace.push(wanted)
      }
      return taken
    },
  }
}
