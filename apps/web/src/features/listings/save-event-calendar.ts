import { calendarFilesRoutes } from '@terrace/contracts/calendars'
import { call } from '#web/lib/http/api-client.ts'
import { saveCalendar } from '#web/lib/save-calendar.ts'

/* Separate, so that the event page loads it on first use. */
export function saveEventCalendar(eventId: number): Promise<void> {
  const params = { event_id: eventId }
  return saveCalendar(async () => (await call(calendarFilesRoutes.event, { params })).data)
}
