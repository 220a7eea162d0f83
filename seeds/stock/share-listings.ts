import { popularityOf } from './popularity.ts'
import type { StockEvent } from './stock-types.ts'

const dayMs = 86_400_000
/** No event gets less than this part of the average. */
const leastShare = 0.15

/**
 * How many listings each event gets, together as near to `wanted` as the events have room: more for what is wanted more,
 * for what is nearer, and for larger grounds; at least a few for each. The order is that of the events.
 */
export function shareListings(events: readonly StockEvent[], wanted: number, now: Date): number[] {
  const room = events.map(({ venue }) => Math.max(1, Math.floor(venue.capacity / 8)))
  const raw = events.map((event) => {
    const days = Math.max(0, (event.startsAt.getTime() - now.getTime()) / dayMs)
    return popularityOf(event) * (0.25 + 1 / (1 + days / 30)) * Math.sqrt(event.venue.capacity / 30_000)
  })
  const mean = raw.reduce((sum, weight) => sum + weight, 0) / raw.length
  const weights = raw.map((weight) => Math.max(weight, leastShare * mean))
  const shares = events.map(() => 0)
  let left = Math.min(
    wanted,
    room.reduce((sum, count) => sum + count, 0),
  )
  // What a full event cannot take goes round again; each round fills one event or deals everything out.
  while (left > 0) {
    const open = shares.map((share, index) => (share < (room[index] ?? 0) ? (weights[index] ?? 0) : 0))
    const whole = open.reduce((sum, weight) => sum + weight, 0)
    const round = left
    let carried = 0
    for (const [index, weight] of open.entries()) {
      const exact = (round * weight) / whole + carried
      const share = shares[index] ?? 0
      const given = weight === 0 ? 0 : Math.min(Math.floor(exact), (room[index] ?? 0) - share)
      // What rounding leaves over goes to the next event, so that the sum comes out.
      carried = weight === 0 ? carried : Math.min(1, exact - given)
      shares[index] = share + given
      left -= given
    }
    if (left === round) break
  }
  // Less than a whole listing may be lost to rounding.
  for (const [index, share] of shares.entries()) {
    if (left === 0) break
    if (share >= (room[index] ?? 0)) continue
    shares[index] = share + 1
    left -= 1
  }
  return shares
}
