export interface SeatRange {
  firstSeat: number | null
  lastSeat: number | null
  /** Seats of the range that are already sold. */
  takenSeats: ReadonlySet<number>
  quantity: number
}

/**
 * Assigns seats of a listing: the lowest free run of adjacent seats, otherwise the lowest free seats. Empty when the
 * seller gave no seat numbers, or fewer than tickets. Never assigns a seat twice.
 */
export function assignSeats({ firstSeat, lastSeat, takenSeats, quantity }: SeatRange): number[] {
  if (firstSeat === null || lastSeat === null) return []
  const lowest: number[] = []
  let run: number[] = []
  // Stops as early as possible, because a large listing would slow down checkout.
  for (let seat = firstSeat; seat <= lastSeat; seat += 1) {
    if (takenSeats.has(seat)) {
      run = []
      continue
    }
    run.push(seat)
    if (run.length === quantity) return run
    if (lowest.length < quantity) lowest.push(seat)
  }
  return lowest.length === quantity ? lowest : []
}

/** Whether the seats, in ascending order, are adjacent. */
export function isRun(seats: readonly number[]): boolean {
  return seats.every((seat, index) => index === 0 || seat === (seats[index - 1] ?? Number.NaN) + 1)
}
