import { formatDate, parseLocal, utcMilliseconds } from '@terrace/domain/dates'

const hour = 3_600_000

interface Line {
  in_hand_date: string
  event: { event_date_local: string; time_confirmed: boolean }
}

/**
 * The day by which the last of the tickets is to be expected (spec §9): within 48 hours of the in-hand date, or 2 hours before
 * an event that is nearer than that. `boughtAt` in milliseconds.
 */
export function lastDelivery(lines: readonly Line[], boughtAt: number): string {
  const times = lines.map(({ in_hand_date, event }) => {
    const start = instantOf(event.event_date_local)
    // Of an event without a time the day alone is known.
    if (start !== null && start - boughtAt < 48 * hour) return start - (event.time_confirmed ? 2 * hour : 0)
    return Math.max(instantOf(in_hand_date) ?? boughtAt, boughtAt) + 48 * hour
  })
  return formatDate(new Date(Math.max(...times)).toISOString().slice(0, 16)) ?? ''
}

function instantOf(local: string): number | null {
  const parts = parseLocal(local)
  return parts && utcMilliseconds(parts)
}
