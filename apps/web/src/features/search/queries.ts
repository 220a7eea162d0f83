import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { askCounts, askEvents, askNames } from './ask-index.ts'
import { nearestSpelling } from './nearest-spelling.ts'
import { listingKey } from './listing-key.ts'
import { emptyWish, wishAddress, type SearchWish } from './search-wish.ts'

/** The client has asked every host it knows, more than once. */
const retry = false

/**
 * Events of a wish, a page at a time. The wish is part of the key: an answer can only ever land under the wish that asked
 * for it, however late it comes.
 */
export function listingQuery(wish: SearchWish) {
  return infiniteQueryOptions({
    queryKey: [...listingKey, wishAddress(wish)],
    queryFn: ({ pageParam }) => askEvents(wish, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ page, pageCount }) => (page + 1 < pageCount ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    retry,
  })
}

/** How many events each category and city would leave of the wish. */
export function countsQuery(wish: SearchWish) {
  return queryOptions({
    queryKey: ['algolia-events-count', wishAddress(wish)],
    queryFn: () => askCounts(wish),
    placeholderData: keepPreviousData,
    retry,
  })
}

const namesQuery = queryOptions({
  queryKey: ['search-names'],
  queryFn: askNames,
  staleTime: 600_000,
  retry,
})

/** What may have been meant by a text that found nothing; null where nothing is near, or it would find nothing either. */
export function suggestionQuery(text: string) {
  return queryOptions({
    queryKey: ['nearest-spelling', text],
    queryFn: async ({ client }) => {
      const meant = nearestSpelling(text, await client.fetchQuery(namesQuery))
      if (meant === null) return null
      const found = await client.fetchInfiniteQuery(listingQuery({ ...emptyWish, text: meant }))
      return (found.pages[0]?.total ?? 0) > 0 ? meant : null
    },
    retry,
  })
}

/** Lowest price and tickets left of the events of one page, by their numbers: the index has neither. */
export function pricesQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: [catalogueRoutes.eventPrices.name, ids],
    queryFn: async ({ signal }) => {
      const { data, meta } = await call(catalogueRoutes.eventPrices, {
        body: { event_ids: [...ids] },
        signal,
      })
      return { of: new Map(data.map((prices) => [prices.event_id, prices])), meta }
    },
    enabled: ids.length > 0,
  })
}
