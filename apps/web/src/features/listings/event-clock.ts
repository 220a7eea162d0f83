import type { WireEvent } from '@terrace/contracts/catalogue'
import { toInstant, toLocal } from '@terrace/domain/time/time-zones'

/** How certain the time is; brokers book travel based on it. */
export function timeStatus(event: WireEvent): string {
  if (!event.date_confirmed) return 'date to be confirmed'
  return event.time_confirmed ? 'local time, confirmed' : 'time to be confirmed'
}

/**
 * Whether the event has started at `now` (ms, server clock). Without a confirmed time it starts when its day ends.
 */
export function hasStarted(event: WireEvent, now: number): boolean {
  const start = toInstant(event.event_date_local, event.timezone)
  if (start === null) return false
  const grace = event.time_confirmed ? 0 : 86_400_000
  return start.getTime() + grace <= now
}

/** The venue's date at `now`, as YYYY-MM-DD. */
export function venueToday(event: Pick<WireEvent, 'timezone'>, now: number): string {
  return (toLocal(now, event.timezone) ?? '').slice(0, 10)
}
