import { ordersRoutes } from '@terrace/contracts/orders'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'

/** The team's orders, newest first, page by page. */
export function ordersQuery() {
  return infiniteQueryOptions({
    queryKey: [ordersRoutes.list.name],
    queryFn: ({ signal, pageParam }) => call(ordersRoutes.list, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}

export function orderQuery(id: string) {
  const params = { order_id: id }
  return queryOptions({
    queryKey: [ordersRoutes.one.name, params],
    queryFn: async ({ signal }) => (await call(ordersRoutes.one, { params, signal })).data,
  })
}
