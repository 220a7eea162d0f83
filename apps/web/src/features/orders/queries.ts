import { ordersRoutes } from '@terrace/contracts/orders'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'
import { toOrderQuery, toOrderSort, type OrderFilter } from './order-filter.ts'

const ordersPerPage = 50

/** The team's orders in the order of the table. The previous result stays visible until the next one has loaded. */
export function ordersQuery(filter: OrderFilter, sort: TableSort | null) {
  const query = { ...toOrderQuery(filter), ...toOrderSort(sort), per_page: ordersPerPage }
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
