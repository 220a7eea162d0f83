import { seatStep } from '@terrace/domain/tickets/seats'
import { freeRuns, type SeatRun } from './seat-runs.ts'

export interface SeatRange {
  firstSeat: number | null
  lastSeat: number | null
  /** Every seat, unless they are adjacent. */
  seats?: readonly number[] | null
  /** Sold seats, in ascending order. */
  soldSeats: readonly SeatRun[]
  quantity: number
}

/**
 * Assigns seats of a listing: the lowest free run of adjacent seats (of every other seat, in a listing of such seats),
 * otherwise the lowest free seats. Empty when the seller gave no seat numbers, or fewer than tickets. Never assigns a seat
 * twice.
 */
export function assignSeats({ firstSeat, lastSeat, seats, soldSeats, quantity }: SeatRange): number[] {
  if (firstSeat === null || lastSeat === null) return []
  if (seats) return assignListedSeats(seats, soldSeats, quantity)
  const lowest: number[] = []
  for (const { first, last } of freeRuns({ first: firstSeat, last: lastSeat }, soldSeats)) {
    if (last - first + 1 >= quantity) return Array.from({ length: quantity }, (_, index) => first + index)
    for (let seat = first; seat <= last && lowest.length < quantity; seat += 1) lowest.push(seat)
  }
  return lowest.length === quantity ? lowest : []
}

function assignListedSeats(
  seats: readonly number[],
  soldSeats: readonly SeatRun[],
  quantity: number,
): number[] {
  const step = seatStep({ list: seats }) ?? 1
  const free = seats.filter((seat) => !soldSeats.some(({ first, last }) => first <= seat && seat <= last))
  if (free.length < quantity) return []
  for (let start = 0; start + quantity <= free.length; start += 1) {
    const run = free.slice(start, start + quantity)
    if (run.every((seat, index) => index === 0 || seat - (run[index - 1] ?? 0) === step)) return run
  }
  return free.slice(0, quantity)
}

/** Whether the seats, in ascending order, are adjacent. */
export function isRun(seats: readonly number[]): boolean {
  return seats.every((seat, index) => index === 0 || seat === (seats[index - 1] ?? Number.NaN) + 1)
}
