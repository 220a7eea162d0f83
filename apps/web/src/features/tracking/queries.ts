import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { call } from '#web/lib/api-client.ts'

/** What the user tracks, the last tracked first, page by page. */
export function trackedQuery() {
  return infiniteQueryOptions({
    queryKey: [trackingRoutes.list.name],
    queryFn: ({ signal, pageParam }) => call(trackingRoutes.list, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}

export function trackingSettingsQuery() {
  return queryOptions({
    queryKey: [trackingRoutes.settings.name],
    queryFn: async ({ signal }) => (await call(trackingRoutes.settings, { signal })).data,
  })
}
