import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportCaughtError } from '#web/lib/watch-errors.ts'
import { ApiError, isOutage, isPermanentError } from './api-error.ts'

const maxOutageDelayMs = 5000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportCaughtError }),
    mutationCache: new MutationCache({ onError: reportCaughtError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // During an outage pages keep what they show and try until the server is back; `OutageNotice` says so.
        retry: (failures, error) => isOutage(error) || (!isPermanentError(error) && failures < 2),
        retryDelay,
      },
      // Retries need an idempotency key, which only the caller has. Offline mutations fail immediately, so that none
      // runs unexpectedly later.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function retryDelay(failures: number, error: Error): number {
  const delayMs = 1000 * 2 ** failures
  if (!isOutage(error)) return Math.min(delayMs, 30_000)
  const requestedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  // Spread out, so that the pages of all users do not return in the same moment.
  return Math.max(requestedMs, Math.min(delayMs, maxOutageDelayMs)) * (0.75 + Math.random() / 2)
}
