import { parseLocal, toLocalText, utcMilliseconds } from '@terrace/domain/time/dates'
import { toInstant } from '@terrace/domain/time/time-zones'

const dayMs = 86_400_000

/** Adds whole weeks to a local time; weekday and kick-off stay the same across DST changes. */
export function addWeeks(local: string, weeks: number): string {
  const parts = parseLocal(local)
  if (!parts) throw new RangeError(`${local} is not a valid local time`)
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
  /** `YYYY-MM-DDTHH:mm` at the venue, as published by the source. */
  sourceLocal: string
  timeKnown: boolean
  shiftWeeks: number
  timezone: string
  /** Kick-offs more than this many days ahead are placeholders; `null` when published times are reliable. */
  confirmAheadDays: number | null
}

export interface EventTime {
  /** Ends in `T00:00` while the time is not confirmed. */
  localAt: string
  /** The kick-off, or the last minute of the day while the time is not confirmed. */
  startsAt: Date
  timeConfirmed: boolean
}

/** Derives the displayed time from the source's time: applies the demo shift and hides an unconfirmed kick-off. */
export function eventTimeOf(source: SourceTime, now: Date): EventTime {
  const shifted = addWeeks(source.sourceLocal, source.shiftWeeks)
  const starts = instantOf(shifted, source.timezone)
  if (source.timeKnown && isNear(starts, source.confirmAheadDays, now)) {
    return { localAt: shifted, startsAt: starts, timeConfirmed: true }
  }
  const day = shifted.slice(0, 10)
  // Only the day is certain, so the event stays on sale until the day ends and sorts last in it.
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
  if (!instant) throw new RangeError(`${local} is not a valid local time`)
  return instant
}
