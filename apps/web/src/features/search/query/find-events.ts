import { widerReadings, type Reading } from '@terrace/domain/search/event-search'
import { asText, type Understood } from './reading.ts'
import { countReadings, searchEvents, type FoundEvents } from './search-index.ts'
import type { SearchState } from './search-state.ts'

/** One page of events, and how the text was read to find them. */
export interface EventPage extends FoundEvents {
  understood: Understood
  reading: Reading
  /** Whether nothing matches all of the text, so that `reading` leaves something out. */
  isWider: boolean
}

/**
 * The first page of events. Where nothing matches what was understood, the same words as text, otherwise as much of it
 * as matches something.
 */
export async function findEvents(searchState: SearchState, understood: Understood): Promise<EventPage> {
  const found = await searchEvents(searchState, understood, 0)
  const exact = { ...found, understood, reading: understood, isWider: false }
  if (found.total > 0) return exact
  const text = asText(understood.eventText)
  const asWords = understood.parts.length > 0 && text.words.length > 0 ? [text] : []
  const candidates = [...asWords, ...widerReadings(understood)]
  if (candidates.length === 0) return exact
  const counts = await countReadings(searchState, candidates)
  const index = counts.findIndex((count) => count > 0)
  const reading = candidates[index]
  if (!reading) return exact
  const page = await searchEvents(searchState, reading, 0)
  return { ...page, understood, reading, isWider: index >= asWords.length }
}

/** A further page, read as the first one. */
export async function findMoreEvents(
  searchState: SearchState,
  { understood, reading, isWider }: EventPage,
  page: number,
): Promise<EventPage> {
  return { ...(await searchEvents(searchState, reading, page)), understood, reading, isWider }
}
