import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'

/**
 * Events that hold every typed word. The text is part of the key: an answer can only ever land under the text that
 * asked for it, and a question nobody waits for any more is cancelled.
 */
export function searchEventsQuery(text: string) {
  const query = text.trim()
  return infiniteQueryOptions({
    queryKey: [catalogueRoutes.searchEvents.name, { query }],
    queryFn: ({ signal, pageParam }) =>
      call(catalogueRoutes.searchEvents, { query: { query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: query !== '',
  })
}
