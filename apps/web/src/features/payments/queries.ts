import { queryOptions } from '@tanstack/react-query'
import { cardsRoutes } from '@terrace/contracts/cards'
import { call } from '#web/lib/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'

/** The team's saved cards, the default one first. */
export function cardsQuery() {
  return queryOptions({
    queryKey: [dataKeys.cards],
    queryFn: async ({ signal }) => (await call(cardsRoutes.list, { signal })).data,
    // Saved or removed in another tab since.
    refetchOnWindowFocus: 'always',
  })
}

/** The provider's secret for one card that is to be saved. It serves once: whoever has used it forgets it. */
export function setupQuery() {
  return queryOptions({
    queryKey: [dataKeys.gateway],
    queryFn: async ({ signal }) => (await call(cardsRoutes.clientSecret, { body: {}, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
