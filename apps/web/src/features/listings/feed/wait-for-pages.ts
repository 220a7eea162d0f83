import type { QueryClient } from '@tanstack/react-query'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { feedQuery } from '#web/features/listings/queries.ts'

/** The loaded pages once no fetch is running. */
export async function waitForPages(queryClient: QueryClient, request: FeedRequest) {
  const { queryKey } = feedQuery(request)
  while (queryClient.isFetching({ queryKey, exact: true }) > 0) {
    await new Promise((resume) => {
      setTimeout(resume, 50)
    })
  }
  return queryClient.getQueryData(queryKey)
}
