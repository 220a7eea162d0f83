import { freeRuns, type SeatRun } from './seat-runs.ts'

export interface SeatRange {
  firstSeat: number | null
  lastSeat: number | null
  /** Sold seats, in ascending order. */
  soldSeats: readonly SeatRun[]
  quantity: number
}

/**
 * Assigns seats of a listing: the lowest free run of adjacent seats, otherwise the lowest free seats. Empty when the
 * seller gave no seat numbers, or fewer than tickets. Never assigns a seat twice.
 */
export function assignSeats({ firstSeat, lastSeat, soldSeats, quantity }: SeatRange): number[] {
  if (firstSeat === null || lastSeat === null) return []
  const lowest: number[] = []
  for (const { first, last } of freeRuns({ first: firstSeat, last: lastSeat }, soldSeats)) {
    if (last - first + 1 >= quantity) return Array.from({ length: quantity }, (_, index) => first + index)
    for (let seat = first; seat <= last && lowest.length < quantity; seat += 1) lowest.push(seat)
  }
  return lowest.length === quantity ? lowest : []
}

/** Whether the seats, in ascending order, are adjacent. */
export function isRun(seats: readonly number[]): boolean {
  return seats.every((seat, index) => index === 0 || seat === (seats[index - 1] ?? Number.NaN) + 1)
}
