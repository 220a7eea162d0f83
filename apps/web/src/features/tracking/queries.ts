import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { call } from '#web/lib/api-client.ts'
import { trackedKey } from './tracked-key.ts'

/** What the user tracks, the last tracked first, page by page. */
export function trackedQuery() {
  return infiniteQueryOptions({
    queryKey: [trackedKey],
    queryFn: ({ signal, pageParam }) => call(trackedRoutes.list, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}

export function trackingSettingsQuery() {
  return queryOptions({
    queryKey: [trackedRoutes.settings.name],
    queryFn: async ({ signal }) => (await call(trackedRoutes.settings, { signal })).data,
  })
}
