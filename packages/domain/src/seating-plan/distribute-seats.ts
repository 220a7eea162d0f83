/**
 * Distributes the capacity: one seat per block, the rest by weight with the largest-remainder method. Requires at
 * least as many seats as blocks.
 */
export function distributeSeats(capacity: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const exactSeats = weights.map((weight) => ((capacity - weights.length) * weight) / totalWeight)
  const seats = exactSeats.map((quota) => 1 + Math.floor(quota))
  const remaining = capacity - seats.reduce((sum, count) => sum + count, 0)
  const byRemainder = exactSeats
    .map((quota, index) => ({ index, remainder: quota - Math.floor(quota) }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder.slice(0, remaining)) seats[index] = (seats[index] ?? 0) + 1
  return seats
}
