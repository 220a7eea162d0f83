import { isPlain, plainReading, type AppliedReading, type Understood } from './reading.ts'
import { searchEvents, type FoundEvents } from './search-index.ts'
import type { SearchState } from './search-state.ts'

export type EventPage = FoundEvents & AppliedReading

/**
 * The first page of events. If nothing matches the text as it was understood, it is read in wider ways until something
 * does: as plain words, then without some of its parts.
 */
export async function findEvents(
  searchState: SearchState,
  understood: Understood,
  plainSearch?: Promise<FoundEvents>,
): Promise<EventPage> {
  const found = await (plainSearch && isPlain(understood)
    ? plainSearch
    : searchEvents(searchState, understood, 0))
  const exact = { understood, reading: understood, isAsText: false, leftOut: undefined }
  if (found.total > 0) return { ...found, ...exact }
  // Most searches find something, so this loads only when it is needed.
  const { findWiderReading } = await import('./wider-search.ts')
  const wider = await findWiderReading(searchState, understood)
  return wider ? { ...(await searchEvents(searchState, wider.reading, 0)), ...wider } : { ...found, ...exact }
}

/**
 * As `findEvents`, without waiting for the meaning: most texts have none while they are typed, and are found as plain
 * words. Nothing more is searched once the signal says that the text was typed over.
 */
export async function findEventsAtOnce(
  searchState: SearchState,
  meaning: Promise<Understood>,
  signal: AbortSignal,
): Promise<EventPage> {
  const plainSearch = searchEvents(searchState, plainReading(searchState.text), 0)
  // Not awaited if the text has a meaning.
  plainSearch.catch(() => undefined)
  const understood = await meaning
  signal.throwIfAborted()
  return findEvents(searchState, understood, plainSearch)
}

/** A further page, read as the first one. */
export async function findMoreEvents(
  searchState: SearchState,
  { understood, reading, isAsText, leftOut }: EventPage,
  page: number,
): Promise<EventPage> {
  return { ...(await searchEvents(searchState, reading, page)), understood, reading, isAsText, leftOut }
}
