import { formatEventDate } from '@terrace/domain/time/dates'

interface DatedEvent {
  event_date_local: string
  time_confirmed: boolean
  date_confirmed: boolean
}

/** Date and time at the venue, regardless of the browser's time zone (product.md §2). */
export function eventDateText(event: DatedEvent): string {
  return (
    formatEventDate({
      local: event.event_date_local,
      timeConfirmed: event.time_confirmed,
      dateConfirmed: event.date_confirmed,
    }) ?? ''
  )
}
