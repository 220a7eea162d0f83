import { formatEventDate } from '@terrace/domain/time/dates'
import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'

const maxEvents = 12

/** Finds upcoming events by the words of a text. The code of the search loads on first use. */
export const searchUpcomingEvents: SearchEvents = async (text) => {
  const [{ searchEvents }, { wordsOf }, { emptySearch }] = await Promise.all([
    import('#web/features/search/query/search-index.ts'),
    import('#web/features/search/query/reading.ts'),
    import('#web/features/search/query/search-state.ts'),
  ])
  const { events } = await searchEvents({ ...emptySearch, text }, { parts: [], words: wordsOf(text) }, 0)
  return events.slice(0, maxEvents).map((event) => ({
    id: event.id,
    title: event.title,
    detail: [
      formatEventDate({
        // The venue's local time, read as UTC.
        local: new Date(event.event_date_local * 1000).toISOString().slice(0, 16),
        timeConfirmed: event.time_confirmed,
        dateConfirmed: event.date_confirmed,
      }),
      event.venue.name,
      event.venue.city,
    ].join(' · '),
  }))
}
