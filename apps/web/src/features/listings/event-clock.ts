import type { WireEvent } from '@terrace/contracts/catalogue'
import { formatEventDate } from '@terrace/domain/dates'
import { toInstant, toLocal } from '@terrace/domain/time-zones'

/** The venue's own date and time in words, whatever zone the browser is in (product.md §2). */
export function eventWhen(event: WireEvent): string {
  return (
    formatEventDate({
      local: event.event_date_local,
      timeConfirmed: event.time_confirmed,
      dateConfirmed: event.date_confirmed,
    }) ?? ''
  )
}

/** What is sure about the time: said beside it, since brokers book travel on it. */
export function timeStanding(event: WireEvent): string {
  if (!event.date_confirmed) return 'date to be confirmed'
  return event.time_confirmed ? 'local time, confirmed' : 'time to be confirmed'
}

/** Whether the event has begun at `now` (ms, server's clock). An event without a known time begins after its day. */
export function hasStarted(event: WireEvent, now: number): boolean {
  const start = toInstant(event.event_date_local, event.timezone)
  if (start === null) return false
  const grace = event.time_confirmed ? 0 : 86_400_000
  return start.getTime() + grace <= now
}

/** The venue's day at `now`, YYYY-MM-DD. */
export function venueToday(event: Pick<WireEvent, 'timezone'>, now: number): string {
  return (toLocal(now, event.timezone) ?? '').slice(0, 10)
}
