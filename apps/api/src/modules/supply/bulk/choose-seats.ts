import { seatsOverlap } from '@terrace/domain/tickets/seats'
import type { SeatsToOffer } from './taken-seats.repo.ts'

/** Decides in their order which listings of an edit can go on sale together. Those without seat numbers always can. */
export interface SeatChoice {
  /** Whether no other listing offers or has sold these seats, and no chosen one has them. */
  isFree(seats: SeatsToOffer | undefined): boolean
  /** The listing goes on sale, so its seats are not free for later ones. */
  choose(seats: SeatsToOffer | undefined): void
}

export function createSeatChoice(): SeatChoice {
  const chosen = new Map<string, SeatsToOffer[]>()
  const placeOf = ({ eventId, section, row }: SeatsToOffer) =>
    JSON.stringify([eventId, section, row.toLowerCase()])
  return {
    isFree(seats) {
      if (!seats) return true
      const inPlace = chosen.get(placeOf(seats)) ?? []
      return !seats.isTaken && !inPlace.some((other) => seatsOverlap(other, seats))
    },
    choose(seats) {
      if (!seats) return
      const place = placeOf(seats)
      chosen.set(place, [...(chosen.get(place) ?? []), seats])
    },
  }
}
