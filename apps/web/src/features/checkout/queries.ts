import { queryOptions } from '@tanstack/react-query'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
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

/** The team's payments that are under way, begun in whichever tab or on whichever device. */
export function openAttemptsQuery() {
  return queryOptions({
    queryKey: [checkoutRoutes.openAttempts.name],
    queryFn: async ({ signal }) => (await call(checkoutRoutes.openAttempts, { signal })).data,
    staleTime: 0,
  })
}

/** What the team has filled in so far. */
export function draftQuery() {
  return queryOptions({
    queryKey: [checkoutDraftRoutes.read.name],
    queryFn: async ({ signal }) => (await call(checkoutDraftRoutes.read, { signal })).data,
    // Filled in on another device since.
    refetchOnWindowFocus: 'always',
  })
}
