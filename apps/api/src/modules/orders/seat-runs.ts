/** Adjacent seats, both ends included. */
export interface SeatRun {
  first: number
  last: number
}

/** The runs between `first` and `last` that are not among the taken ones, which are in ascending order. */
export function freeRuns({ first, last }: SeatRun, taken: readonly SeatRun[]): SeatRun[] {
  const free: SeatRun[] = []
  let next = first
  for (const run of taken) {
    if (run.first > last) break
    if (run.first > next) free.push({ first: next, last: run.first - 1 })
    next = Math.max(next, run.last + 1)
  }
  if (next <= last) free.push({ first: next, last })
  return free
}

/** Adds single seats to runs; the result is in ascending order. */
export function addSeats(runs: readonly SeatRun[], seats: readonly number[]): SeatRun[] {
  return [...runs, ...seats.map((seat) => ({ first: seat, last: seat }))].toSorted(
    (one, other) => one.first - other.first,
  )
}
