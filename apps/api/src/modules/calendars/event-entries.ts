import { eventEntry, type DatedEvent } from '#api/modules/catalogue/index.ts'
import type { CalendarEntry } from '#api/shared/calendar/calendar-entry.ts'
import type { Site } from './site.ts'

/** An event's entry. Its id is the same in every calendar, so that an app shows the event once. */
export function siteEventEntry(event: DatedEvent, { origin, host }: Site): CalendarEntry {
  return eventEntry(event, {
    uid: `event-${event.id}@${host}`,
    url: `${origin}/tickets/${event.slug}/${event.id}`,
  })
}
