import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { parseLocal, utcMilliseconds, type LocalParts } from '@terrace/domain/time/dates'
import { toLocal } from '@terrace/domain/time/time-zones'

type QuotedEvent = WireClientQuote['event']

// Local parts are formatted as UTC, so the viewer's time zone does not shift them.
const localTimeOptions = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const
const longDay = new Intl.DateTimeFormat('en-GB', {
  ...localTimeOptions,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('en-GB', { ...localTimeOptions, day: 'numeric', month: 'long' })

/** `Saturday 5 December 2026, 17:30 (London)`, in the venue's local time. */
export function eventDateText({
  event_date_local: local,
  date_confirmed,
  time_confirmed,
  timezone,
}: QuotedEvent): string {
  const parts = parseLocal(local)
  if (parts === null) return 'Date to be confirmed'
  const day = longDay.format(utcMilliseconds(parts)).replace(',', '')
  if (!date_confirmed) return `${day}, date to be confirmed`
  if (!time_confirmed) return `${day}, time to be confirmed`
  return `${day}, ${local.slice(11, 16)} (${cityOf(timezone)})`
}

/** `3 December`. */
export function dayText(parts: LocalParts): string {
  return shortDay.format(utcMilliseconds(parts))
}

/** The venue's current day, YYYY-MM-DD. `now` is in milliseconds. */
export function venueToday({ timezone }: Pick<QuotedEvent, 'timezone'>, now: number): string {
  return (toLocal(now, timezone) ?? '').slice(0, 10)
}

/** A notice about a cancelled, postponed or rescheduled event, otherwise `null`. */
export function statusText({ status }: Pick<QuotedEvent, 'status'>): string | null {
  if (status === 'cancelled') return 'This event is cancelled.'
  if (status === 'postponed') return 'This event is postponed. New date to be confirmed.'
  if (status === 'rescheduled') return 'This event was rescheduled. The new date is shown.'
  return null
}

/** 'Europe/London' → 'London'. */
function cityOf(timezone: string): string {
  return (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')
}
