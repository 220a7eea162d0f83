import { queryOptions } from '@tanstack/react-query'
import { cardsRoutes } from '@terrace/contracts/cards'
import { call } from '#web/lib/http/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'

export function cardsQuery() {
  return queryOptions({
    queryKey: [dataKeys.cards],
    queryFn: async ({ signal }) => (await call(cardsRoutes.list, { signal })).data,
    // Cards may have changed in another tab.
    refetchOnWindowFocus: 'always',
  })
}

/** The gateway's secret for saving one card. It is single-use and removed from the cache after use. */
export function setupQuery() {
  return queryOptions({
    queryKey: [dataKeys.gateway],
    queryFn: async ({ signal }) => (await call(cardsRoutes.clientSecret, { body: {}, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
