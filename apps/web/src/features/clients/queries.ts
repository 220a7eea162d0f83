import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { clientsRoutes, type WireClient } from '@terrace/contracts/clients'
import { call } from '#web/lib/http/api-client.ts'
import { isKnownEmpty } from '#web/lib/http/is-known-empty.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'
import { toClientQuery, type ClientFilter } from './list/client-filter.ts'

/** The team's clients. The previous result stays visible until the next one has loaded. */
export function clientsQuery(filter: ClientFilter, sort: TableSort | null) {
  const query = toClientQuery(filter, sort)
  return infiniteQueryOptions({
    queryKey: [clientsRoutes.list.name, query],
    queryFn: ({ signal, pageParam }) =>
      call(clientsRoutes.list, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

const maxSuggestions = 8

/** The first clients that match the typed text; without text, those used last. */
export function clientSuggestionsQuery(search: string) {
  const query = {
    per_page: maxSuggestions,
    ...(search === ''
      ? { order_by: 'last_used' as const, sort_order: 'desc' as const }
      : { search: search.slice(0, 100) }),
  }
  return queryOptions({
    queryKey: [clientsRoutes.list.name, 'suggestions', query],
    queryFn: async ({ signal, client }): Promise<WireClient[]> =>
      isKnownEmpty(client, search, (shorter) => clientSuggestionsQuery(shorter).queryKey)
        ? []
        : (await call(clientsRoutes.list, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** A client with their latest quotes and orders. */
export function clientQuery(id: string) {
  const params = { client_id: id }
  return queryOptions({
    queryKey: [clientsRoutes.one.name, params],
    queryFn: async ({ signal }) => (await call(clientsRoutes.one, { params, signal })).data,
  })
}

/** Clients and changes found on quotes, which someone has to accept. */
export function clientProposalsQuery() {
  return queryOptions({
    queryKey: [clientsRoutes.proposals.name],
    queryFn: async ({ signal }) => (await call(clientsRoutes.proposals, { signal })).data,
  })
}
