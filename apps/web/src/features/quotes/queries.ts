import { keepPreviousData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { quotesRoutes } from '@terrace/contracts/quotes'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'
import { toQuoteQuery, toQuoteSort, type QuoteFilter } from './list/quote-filter.ts'

const quotesPerPage = 50

/** The team's quotes in the order of the table. The previous result stays visible until the next one has loaded. */
export function quotesQuery(filter: QuoteFilter, sort: TableSort | null) {
  const query = { ...toQuoteQuery(filter), ...toQuoteSort(sort), per_page: quotesPerPage }
  return infiniteQueryOptions({
    queryKey: [quotesRoutes.list.name, query],
    queryFn: ({ signal, pageParam }) =>
      call(quotesRoutes.list, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

/** A quote with its offers and history. */
export function quoteQuery(id: string) {
  const params = { quote_id: id }
  return queryOptions({
    queryKey: [quotesRoutes.one.name, params],
    queryFn: ({ signal }) => fetchQuote(params, signal),
  })
}

export async function fetchQuote(params: { quote_id: string }, signal: AbortSignal) {
  return (await call(quotesRoutes.one, { params, signal })).data
}

/** Addresses known for these quotes. Emails are sent to them, so they are always current. */
export function recipientsQuery(ids: readonly string[]) {
  const query = { quote_ids: ids.join(',') }
  return queryOptions({
    queryKey: [quotesRoutes.recipients.name, query],
    queryFn: async ({ signal }) => (await call(quotesRoutes.recipients, { query, signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export type CheckedOffer = NonNullable<BodyInputOf<typeof quotesRoutes.check>['offers']>[number]

/**
 * Compares the current cost of these offers with the quoted cost. Without `offers`, checks the accepted ones or else
 * all. Never cached, because holds are placed based on the result.
 */
export function checkQuery(id: string, offers: readonly CheckedOffer[] | undefined) {
  const params = { quote_id: id }
  const body = offers ? { offers: [...offers] } : {}
  return queryOptions({
    queryKey: [quotesRoutes.check.name, params, body],
    queryFn: async ({ signal }) => (await call(quotesRoutes.check, { params, body, signal })).data,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}
