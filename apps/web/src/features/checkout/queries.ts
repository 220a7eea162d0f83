import { queryOptions } from '@tanstack/react-query'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { call } from '#web/lib/http/api-client.ts'

const pollIntervalMs = 1500

/** Polls a payment attempt until it reaches a final status. */
export function attemptQuery(attemptId: string) {
  const params = { attempt_id: attemptId }
  return queryOptions({
    queryKey: [checkoutRoutes.attempt.name, params],
    queryFn: async ({ signal }) => (await call(checkoutRoutes.attempt, { params, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' || state.data?.status === 'requires_action'
        ? pollIntervalMs
        : false,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
}

/** The team's payments in progress, from any tab or device. */
export function openAttemptsQuery() {
  return queryOptions({
    queryKey: [checkoutRoutes.openAttempts.name],
    queryFn: async ({ signal }) => (await call(checkoutRoutes.openAttempts, { signal })).data,
    staleTime: 0,
  })
}

export function draftQuery() {
  return queryOptions({
    queryKey: [checkoutDraftRoutes.read.name],
    queryFn: async ({ signal }) => (await call(checkoutDraftRoutes.read, { signal })).data,
    // Another device may have changed the draft.
    refetchOnWindowFocus: 'always',
  })
}
