import { parseLocal, toLocalText, utcMilliseconds } from '@terrace/domain/dates'
import { toInstant } from '@terrace/domain/time-zones'

const dayMs = 86_400_000

/** The wall time `weeks` whole weeks later: weekday and kick-off stay, whatever clocks change in between. */
export function addWeeks(local: string, weeks: number): string {
  const parts = parseLocal(local)
  if (!parts) throw new RangeError(`${local} is no wall time`)
  const moved = new Date(utcMilliseconds(parts) + weeks * 7 * dayMs)
  return toLocalText({
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    hour: moved.getUTCHours(),
    minute: moved.getUTCMinutes(),
  })
}

export interface SourceTime {
  /** What the source says, 'YYYY-MM-DDTHH:mm' at the venue. */
  sourceLocal: string
  timeKnown: boolean
  shiftWeeks: number
  timezone: string
  /** Kick-offs further ahead than this many days are placeholders; null where published times stand. */
  confirmAheadDays: number | null
}

export interface EventTime {
  /** Ends in T00:00 while the time is not confirmed (product.md §12). */
  localAt: string
  /** The kick-off, or the last minute of the day while the time is not confirmed. */
  startsAt: Date
  timeConfirmed: boolean
}

/** What is shown of a source's date: shifted by the demo's weeks, and without a time that is not to be relied on yet. */
export function eventTimeOf(source: SourceTime, now: Date): EventTime {
  const shifted = addWeeks(source.sourceLocal, source.shiftWeeks)
  const starts = instantOf(shifted, source.timezone)
  if (source.timeKnown && isNear(starts, source.confirmAheadDays, now)) {
    return { localAt: shifted, startsAt: starts, timeConfirmed: true }
  }
  const day = shifted.slice(0, 10)
  // Only the day is certain: until it is over the event may still be ahead, so it stays on sale and sorts last in it.
  return {
    localAt: `${day}T00:00`,
    startsAt: instantOf(`${day}T23:59`, source.timezone),
    timeConfirmed: false,
  }
}

function isNear(starts: Date, confirmAheadDays: number | null, now: Date): boolean {
  return confirmAheadDays === null || starts.getTime() - now.getTime() <= confirmAheadDays * dayMs
}

function instantOf(local: string, timezone: string): Date {
  const instant = toInstant(local, timezone)
  if (!instant) throw new RangeError(`${local} is no wall time`)
  return instant
}
