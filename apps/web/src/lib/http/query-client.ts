import { QueryClient } from '@tanstack/react-query'
import { isPermanentError } from './api-error.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => !isPermanentError(error) && failures < 2,
      },
      // Retries need an idempotency key, which only the caller has. Offline mutations fail immediately, so that none
      // runs unexpectedly later.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
