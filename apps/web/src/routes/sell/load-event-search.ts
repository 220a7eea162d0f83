import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'

/** Finds upcoming events; the code loads on first use. */
export const searchUpcomingEvents: SearchEvents = async (text) =>
  (await import('./search-events.ts')).searchUpcomingEvents(text)
