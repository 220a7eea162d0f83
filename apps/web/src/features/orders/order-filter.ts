import {
  orderSortKeys,
  wireOrderLineStatus,
  type ordersRoutes,
  type WireOrder,
} from '@terrace/contracts/orders'
import type { QueryInputOf } from '@terrace/contracts/route'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import { isDay } from '#web/lib/is-day.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'

/** Filters of the purchases list. `''` and `null` do not filter. */
export interface OrderFilter {
  search: string
  status: WireOrder['status'] | null
  /** Purchase dates, `YYYY-MM-DD`; both are set or neither. */
  startDate: string
  endDate: string
}

/** The filters as URL search parameters. */
interface OrderFilterParams {
  q?: string | undefined
  status?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Parses URL search parameters. Invalid values are ignored. */
export function parseOrderFilter({
  q,
  status,
  startDate = '',
  endDate = '',
}: OrderFilterParams): OrderFilter {
  const isRange = isDay(startDate) && isDay(endDate) && startDate <= endDate
  return {
    search: parseFilterText(q),
    status: wireOrderLineStatus.options.find((known) => known === status) ?? null,
    startDate: isRange ? startDate : '',
    endDate: isRange ? endDate : '',
  }
}

/** URL search parameters of a filter, without empty ones. */
export function orderFilterParams({ search, status, startDate, endDate }: OrderFilter): OrderFilterParams {
  return {
    q: search || undefined,
    status: status ?? undefined,
    startDate: startDate || undefined,
    endDate: endDate || undefined,
  }
}

export function toOrderQuery({
  search,
  status,
  startDate,
  endDate,
}: OrderFilter): QueryInputOf<typeof ordersRoutes.export> {
  return {
    ...(search !== '' && { search }),
    ...(status !== null && { status }),
    ...(startDate !== '' && { placed_from: startDate }),
    ...(endDate !== '' && { placed_to: endDate }),
  }
}

/** The sort of the table as API parameters; newest first by default. */
export function toOrderSort(sort: TableSort | null): QueryInputOf<typeof ordersRoutes.list> {
  const by = orderSortKeys.find((key) => key === sort?.by)
  return by === undefined || sort === null ? {} : { order_by: by, sort_order: sort.direction }
}

export function isFiltered(filter: OrderFilter): boolean {
  return Object.keys(toOrderQuery(filter)).length > 0
}

export const emptyOrderFilter: OrderFilter = { search: '', status: null, startDate: '', endDate: '' }
