import { queryOptions } from '@tanstack/react-query'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { call } from '#web/lib/api-client.ts'

const pollEvery = 1500

/** Where a purchase stands; asked again until it is settled. */
export function attemptQuery(attemptId: string) {
  const params = { attempt_id: attemptId }
  return queryOptions({
    queryKey: [checkoutRoutes.attempt.name, params],
    queryFn: async ({ signal }) => (await call(checkoutRoutes.attempt, { params, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' || state.data?.status === 'requires_action' ? pollEvery : false,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
}
