import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'
import { eventDateText } from '#web/lib/format/event-date-text.ts'

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
      eventDateText({
        ...event,
        // The venue's local time, read as UTC.
        event_date_local: new Date(event.event_date_local * 1000).toISOString().slice(0, 16),
      }),
      event.venue.name,
      event.venue.city,
    ].join(' · '),
  }))
}
