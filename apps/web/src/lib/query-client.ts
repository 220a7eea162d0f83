import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Answers that will be the same however often one asks. */
const final = (error: Error) => error instanceof ApiError && error.status < 500 && error.status !== 429

/** One per page; tests make their own. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => !final(error) && failures < 2,
      },
      // A repeat needs an idempotency key, which only the caller has. And what cannot be sent fails at once: a press that
      // waited for the connection would take effect when nobody expects it any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
