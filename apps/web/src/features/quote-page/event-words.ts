import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { parseLocal, utcMilliseconds, type LocalParts } from '@terrace/domain/dates'
import { toLocal } from '@terrace/domain/time-zones'

type QuotedEvent = WireVisitorQuote['event']

// The parts are a wall time, read as if they were UTC: the reader's zone has no say.
const wall = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const
const longDay = new Intl.DateTimeFormat('en-GB', {
  ...wall,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('en-GB', { ...wall, day: 'numeric', month: 'long' })

/** `Saturday 5 December 2026, 17:30 (London)`: the venue's own clock, in full, for people who see few of them. */
export function eventWhen({
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

/** The venue's day at `now` (ms), YYYY-MM-DD. */
export function venueToday({ timezone }: Pick<QuotedEvent, 'timezone'>, now: number): string {
  return (toLocal(now, timezone) ?? '').slice(0, 10)
}

/** What a client must know of an event that is not as it was planned; null where all is well. */
export function standingText({ status }: Pick<QuotedEvent, 'status'>): string | null {
  if (status === 'cancelled') return 'This event is cancelled.'
  if (status === 'postponed') return 'This event is postponed. The new date is to be confirmed.'
  if (status === 'rescheduled') return 'This event was rescheduled. The date shown is the new one.'
  return null
}

/** 'Europe/London' → 'London'. */
function cityOf(timezone: string): string {
  return (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')
}
