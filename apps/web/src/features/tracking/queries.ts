import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { call } from '#web/lib/http/api-client.ts'
import { trackedKey } from './tracked-key.ts'

/** The maximum number of tracked listings, so that one page holds them all and can be sorted here. */
const trackedPerPage = 500

/** Tracked listings, the most recent first. */
export function trackedQuery() {
  return infiniteQueryOptions({
    queryKey: [trackedKey],
    queryFn: ({ signal, pageParam }) =>
      call(trackedListingsRoutes.list, { query: { page: pageParam, per_page: trackedPerPage }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}

export function trackingSettingsQuery() {
  return queryOptions({
    queryKey: [trackedListingsRoutes.settings.name],
    queryFn: async ({ signal }) => (await call(trackedListingsRoutes.settings, { signal })).data,
  })
}
