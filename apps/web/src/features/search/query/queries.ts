import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { searchRoutes } from '@terrace/contracts/search-understanding'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { findEvents, findEventsAtOnce, findMoreEvents, type EventPage } from './find-events.ts'
import { understand } from './reading.ts'
import { fetchFacetCounts } from './search-index.ts'
import { eventSearchKey } from './event-search-key.ts'
import { emptySearch, toSearchUrlParams, type SearchState } from './search-state.ts'

/** The search client retries all its hosts itself. */
const retry = false

/** Names and the current date change what a text means. */
const understandingFreshMs = 60_000

function understandingQuery(text: string) {
  return queryOptions({
    queryKey: [searchRoutes.understand.name, text],
    queryFn: ({ signal }) => understand(text, signal),
    // The next attempt asks again after a failure.
    staleTime: ({ state }) => (state.data?.isUnavailable === true ? 0 : understandingFreshMs),
    retry,
  })
}

/** Pages of matching events. The search is part of the key, so a late response can't overwrite a newer search. */
export function eventSearchQuery(searchState: SearchState) {
  return infiniteQueryOptions({
    queryKey: [...eventSearchKey, toSearchUrlParams(searchState)],
    queryFn: async ({ client, pageParam: previous }) =>
      previous
        ? findMoreEvents(searchState, previous, previous.page + 1)
        : findEvents(searchState, await client.fetchQuery(understandingQuery(searchState.text))),
    initialPageParam: undefined as EventPage | undefined,
    getNextPageParam: (last) => (last.page + 1 < last.pageCount ? last : undefined),
    placeholderData: keepPreviousData,
    retry,
  })
}

/** The same for a text that is still typed: a newer text cancels it, and its words are searched at once. */
export function typedEventsQuery(text: string) {
  const searchState = { ...emptySearch, text }
  return infiniteQueryOptions({
    ...eventSearchQuery(searchState),
    queryFn: ({ client, signal }) => {
      const meaning = understandingQuery(text)
      signal.addEventListener('abort', () => void client.cancelQueries({ ...meaning, exact: true }))
      return findEventsAtOnce(searchState, client.fetchQuery(meaning), signal)
    },
  })
}

/** Counts of what the events are found by; they wait for it, because it may leave something out. */
export function countsQuery(searchState: SearchState) {
  return queryOptions({
    queryKey: ['algolia-events-count', toSearchUrlParams(searchState)],
    queryFn: async ({ client }) => {
      const found = await client.fetchInfiniteQuery({ ...eventSearchQuery(searchState), staleTime: Infinity })
      const [first] = found.pages
      return fetchFacetCounts(searchState, first?.reading ?? { parts: [], words: [] })
    },
    placeholderData: keepPreviousData,
    retry,
  })
}

/** Lowest price and stock of one page of events; the search index has neither. */
export function pricesQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: [catalogueRoutes.eventPrices.name, ids],
    queryFn: async ({ signal }) => {
      const { data, meta } = await call(catalogueRoutes.eventPrices, {
        body: { event_ids: [...ids] },
        signal,
      })
      return { byEvent: new Map(data.map((prices) => [prices.event_id, prices])), meta }
    },
    enabled: ids.length > 0,
  })
}
