import { infiniteQueryOptions } from '@tanstack/react-query'
import { listingsRoutes } from '@terrace/contracts/listings'
import { call } from '#web/lib/api-client.ts'
import type { FeedFilter } from './feed-filter.ts'

/** The event's listings, page after page of 100, in the currency of the reader's team. */
export function feedQuery(filter: FeedFilter) {
  return infiniteQueryOptions({
    queryKey: [listingsRoutes.feed.name, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listingsRoutes.feed, { query: { ...filter, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}
