import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { formatEventDate } from '@terrace/domain/time/dates'
import type { CalendarEntry } from '#api/shared/calendar/calendar-entry.ts'

/** What calendars show of an event. */
export interface DatedEvent {
  id: number
  title: string
  slug: string
  /** Local time at the venue, `YYYY-MM-DDTHH:mm`. */
  localAt: string
  startsAt: Date
  dateConfirmed: boolean
  timeConfirmed: boolean
  status: EventStatus
  venueName: string
  city: string
  /** Empty when unknown. */
  country: string
  categoryName: string
  /** How long events of its competition last. */
  minutes: number
  /** Grows with every change. */
  revision: number
  updatedAt: Date
}

/**
 * The calendar entry of an event. Without a confirmed date and time it lasts all day and says so; a cancelled event
 * stays, because calendar apps would keep showing what they no longer receive.
 */
export function eventEntry(
  event: DatedEvent,
  { uid, url, details = [] }: { uid: string; url: string | null; details?: readonly string[] },
): CalendarEntry {
  const { localAt, timeConfirmed, dateConfirmed, venueName, city, country, status } = event
  const isTimed = dateConfirmed && timeConfirmed && status !== 'postponed'
  const date = formatEventDate({ local: localAt, timeConfirmed, dateConfirmed })
  return {
    uid,
    title: titleOf(event),
    details: [
      event.categoryName,
      ...(isTimed && date !== null ? [`${date} in ${city}`] : []),
      ...(status === 'postponed' ? ['Postponed. The new date is not known yet.'] : []),
      ...details,
    ],
    place: [venueName, city, country].filter((part) => part !== '').join(', '),
    url,
    when: isTimed ? { start: event.startsAt, minutes: event.minutes } : { day: localAt.slice(0, 10) },
    status: status === 'cancelled' ? 'cancelled' : isTimed ? 'confirmed' : 'tentative',
    sequence: event.revision,
    updatedAt: event.updatedAt,
  }
}

function titleOf({ title, status, dateConfirmed, timeConfirmed }: DatedEvent): string {
  // Some apps ignore the status.
  if (status === 'cancelled') return `Cancelled: ${title}`
  if (status === 'postponed') return `Postponed: ${title}`
  if (!dateConfirmed) return `${title} (date to be confirmed)`
  return timeConfirmed ? title : `${title} (time to be confirmed)`
}
