import { popularityOf } from './popularity.ts'
import type { StockEvent } from './stock-types.ts'

const dayMs = 86_400_000
/** Every event gets at least this fraction of the average weight. */
const minShare = 0.15

/**
 * Distributes `targetCount` listings over the events, limited by their capacity. Popular, sooner and larger events
 * get more, and every event gets some. Returns counts in event order.
 */
export function allocateListings(events: readonly StockEvent[], targetCount: number, now: Date): number[] {
  const capacities = events.map(({ venue }) => Math.max(1, Math.floor(venue.capacity / 8)))
  const rawWeights = events.map((event) => {
    const days = Math.max(0, (event.startsAt.getTime() - now.getTime()) / dayMs)
    return popularityOf(event) * (0.25 + 1 / (1 + days / 30)) * Math.sqrt(event.venue.capacity / 30_000)
  })
  const mean = rawWeights.reduce((sum, weight) => sum + weight, 0) / rawWeights.length
  const weights = rawWeights.map((weight) => Math.max(weight, minShare * mean))
  const allocation = events.map(() => 0)
  let remaining = Math.min(
    targetCount,
    capacities.reduce((sum, count) => sum + count, 0),
  )
  // Each round either fills an event and redistributes the rest, or allocates everything.
  while (remaining > 0) {
    const open = allocation.map((allocated, index) =>
      allocated < (capacities[index] ?? 0) ? (weights[index] ?? 0) : 0,
    )
    const openWeight = open.reduce((sum, weight) => sum + weight, 0)
    const round = remaining
    let carry = 0
    for (const [index, weight] of open.entries()) {
      const exact = (round * weight) / openWeight + carry
      const allocated = allocation[index] ?? 0
      const added = weight === 0 ? 0 : Math.min(Math.floor(exact), (capacities[index] ?? 0) - allocated)
      // Carries the rounding remainder to the next event, so the total is exact.
      carry = weight === 0 ? carry : Math.min(1, exact - added)
      allocation[index] = allocated + added
      remaining -= added
    }
    if (remaining === round) break
  }
  // Rounding errors can leave a remainder of less than one listing.
  for (const [index, allocated] of allocation.entries()) {
    if (remaining === 0) break
    if (allocated >= (capacities[index] ?? 0)) continue
    allocation[index] = allocated + 1
    remaining -= 1
  }
  return allocation
}
