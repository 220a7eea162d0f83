export interface SeatRange {
  firstSeat: number | null
  lastSeat: number | null
  /** Seats of the range that other buyers have already. */
  taken: ReadonlySet<number>
  quantity: number
}

/**
 * The seats of a part of a listing: the lowest run of neighbours that is free, else the lowest free ones. Empty where
 * the seller gave no seat numbers or gave fewer than tickets. The same seat is never given twice.
 */
export function assignSeats({ firstSeat, lastSeat, taken, quantity }: SeatRange): number[] {
  if (firstSeat === null || lastSeat === null) return []
  const lowest: number[] = []
  let run: number[] = []
  // No further than it has to: a large listing has more seats than a purchase has time for.
  for (let seat = firstSeat; seat <= lastSeat; seat += 1) {
    if (taken.has(seat)) {
      run = []
      continue
    }
    run.push(seat)
    if (run.length === quantity) return run
    if (lowest.length < quantity) lowest.push(seat)
  }
  return lowest.length === quantity ? lowest : []
}

/** Whether the seats, in ascending order, are neighbours. */
export function isRun(seats: readonly number[]): boolean {
  return seats.every((seat, index) => index === 0 || seat === (seats[index - 1] ?? Number.NaN) + 1)
}
