import { ordersRoutes } from '@terrace/contracts/orders'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { filterQuery, type OrderFilter } from './order-filter.ts'

/** The team's orders, newest first, page by page. What was shown stays until a narrower list has come. */
export function ordersQuery(filter: OrderFilter) {
  const query = filterQuery(filter)
  return infiniteQueryOptions({
    queryKey: [ordersRoutes.list.name, query],
    queryFn: ({ signal, pageParam }) =>
      call(ordersRoutes.list, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

export function orderQuery(id: string) {
  const params = { order_id: id }
  return queryOptions({
    queryKey: [ordersRoutes.one.name, params],
    queryFn: async ({ signal }) => (await call(ordersRoutes.one, { params, signal })).data,
  })
}
