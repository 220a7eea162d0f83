import { dateTile, formatEventDate, type DateTile } from '@terrace/domain/time/dates'

interface DatedEvent {
  event_date_local: string
  time_confirmed: boolean
  date_confirmed: boolean
}

/** Date and time at the venue, regardless of the browser's time zone (product.md §2). */
export const eventDateText = (event: DatedEvent): string => formatEventDate(eventDate(event)) ?? ''

/** The same as the parts of a tile; `null` if the date is invalid. */
export const eventDateTile = (event: DatedEvent): DateTile | null => dateTile(eventDate(event))

const eventDate = (event: DatedEvent) => ({
  local: event.event_date_local,
  timeConfirmed: event.time_confirmed,
  dateConfirmed: event.date_confirmed,
})
