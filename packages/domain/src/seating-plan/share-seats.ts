/**
 * Shares the capacity out: one seat for every block, the rest by weight, what rounding leaves over to the largest
 * remainders. There must be at least as many seats as blocks.
 */
export function shareSeats(capacity: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const exact = weights.map((weight) => ((capacity - weights.length) * weight) / whole)
  const seats = exact.map((share) => 1 + Math.floor(share))
  const left = capacity - seats.reduce((sum, count) => sum + count, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder.slice(0, left)) seats[index] = (seats[index] ?? 0) + 1
  return seats
}
