import { keepPreviousData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import type { QueryInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/api-client.ts'

export type QuotesFilter = Pick<QueryInputOf<typeof quotesRoutes.list>, 'status' | 'search'>

/** The team's quotes, newest first, page by page. What was found before stands while the next is looked for. */
export function quotesQuery(filter: QuotesFilter) {
  return infiniteQueryOptions({
    queryKey: [quotesRoutes.list.name, filter],
    queryFn: ({ signal, pageParam }) =>
      call(quotesRoutes.list, { query: { ...filter, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

/** One quote with its offers and its history. */
export function quoteQuery(id: string) {
  const params = { quote_id: id }
  return queryOptions({
    queryKey: [quotesRoutes.one.name, params],
    queryFn: async ({ signal }) => (await call(quotesRoutes.one, { params, signal })).data,
  })
}

/** How the team's quotes look and behave. */
export function quoteSettingsQuery() {
  return queryOptions({
    queryKey: [quoteSettingsRoutes.read.name],
    queryFn: async ({ signal }) => (await call(quoteSettingsRoutes.read, { signal })).data,
  })
}
