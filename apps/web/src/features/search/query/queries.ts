import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { fetchFacetCounts, searchEvents, fetchIndexNames } from './search-index.ts'
import { suggestSpelling } from './suggest-spelling.ts'
import { eventSearchKey } from './event-search-key.ts'
import { emptySearch, toSearchUrlParams, type SearchState } from './search-state.ts'

/** The search client retries all its hosts itself. */
const retry = false

/** Pages of matching events. The search is part of the key, so a late response can't overwrite a newer search. */
export function eventSearchQuery(searchState: SearchState) {
  return infiniteQueryOptions({
    queryKey: [...eventSearchKey, toSearchUrlParams(searchState)],
    queryFn: ({ pageParam }) => searchEvents(searchState, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ page, pageCount }) => (page + 1 < pageCount ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    retry,
  })
}

export function countsQuery(searchState: SearchState) {
  return queryOptions({
    queryKey: ['algolia-events-count', toSearchUrlParams(searchState)],
    queryFn: () => fetchFacetCounts(searchState),
    placeholderData: keepPreviousData,
    retry,
  })
}

const namesQuery = queryOptions({
  queryKey: ['search-names'],
  queryFn: fetchIndexNames,
  staleTime: 600_000,
  retry,
})

/** A spelling suggestion for a search without results; `null` when none is close or it finds nothing either. */
export function suggestionQuery(text: string) {
  return queryOptions({
    queryKey: ['nearest-spelling', text],
    queryFn: async ({ client }) => {
      const suggestedText = suggestSpelling(text, await client.fetchQuery(namesQuery))
      if (suggestedText === null) return null
      const found = await client.fetchInfiniteQuery(eventSearchQuery({ ...emptySearch, text: suggestedText }))
      return (found.pages[0]?.total ?? 0) > 0 ? suggestedText : null
    },
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
