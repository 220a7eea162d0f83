import { QueryClient } from '@tanstack/react-query'
import { isJudged } from './api-error.ts'

/** One per page; tests make their own. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => !isJudged(error) && failures < 2,
      },
      // A repeat needs an idempotency key, which only the caller has. And what cannot be sent fails at once: a press that
      // waited for the connection would take effect when nobody expects it any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
