import { clientId } from '@terrace/contracts/client-id'
import { wireOrderLineStatus, type WireOrder } from '@terrace/contracts/order-shapes'
import { orderDeadlines, orderSortKeys, type ordersRoutes } from '@terrace/contracts/orders'
import type { QueryInputOf } from '@terrace/contracts/route'
import { isDay } from '@terrace/domain/time/dates'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'

/** Filters of the purchases list. `''` and `null` do not filter. */
export interface OrderFilter {
  search: string
  status: WireOrder['status'] | null
  deadline: OrderDeadline | null
  clientId: string | null
  /** Purchase dates, `YYYY-MM-DD`; both are set or neither. */
  startDate: string
  endDate: string
  /** Event dates, likewise. */
  eventFrom: string
  eventTo: string
}

type OrderDeadline = (typeof orderDeadlines)[number]

/** The URL search parameters of the filters. */
export const orderFilterKeys = [
  'q',
  'status',
  'deadline',
  'clientId',
  'startDate',
  'endDate',
  'eventFrom',
  'eventTo',
] as const

type OrderFilterParams = { [Key in (typeof orderFilterKeys)[number]]?: string | undefined }

/** Parses URL search parameters. Invalid values are ignored. */
export function parseOrderFilter(params: OrderFilterParams): OrderFilter {
  const { q, status, deadline, clientId: client } = params
  const [startDate, endDate] = parseDays(params.startDate, params.endDate)
  const [eventFrom, eventTo] = parseDays(params.eventFrom, params.eventTo)
  return {
    search: parseFilterText(q),
    status: wireOrderLineStatus.options.find((known) => known === status) ?? null,
    deadline: orderDeadlines.find((known) => known === deadline) ?? null,
    clientId: clientId.safeParse(client).data ?? null,
    startDate,
    endDate,
    eventFrom,
    eventTo,
  }
}

function parseDays(from = '', to = ''): [string, string] {
  return isDay(from) && isDay(to) && from <= to ? [from, to] : ['', '']
}

/** URL search parameters of a filter, without empty ones. */
export function orderFilterParams({
  search,
  status,
  deadline,
  clientId,
  ...days
}: OrderFilter): OrderFilterParams {
  return {
    q: search || undefined,
    status: status ?? undefined,
    deadline: deadline ?? undefined,
    clientId: clientId ?? undefined,
    startDate: days.startDate || undefined,
    endDate: days.endDate || undefined,
    eventFrom: days.eventFrom || undefined,
    eventTo: days.eventTo || undefined,
  }
}

export function toOrderQuery(filter: OrderFilter): QueryInputOf<typeof ordersRoutes.export> {
  const { search, status, deadline, clientId, startDate, endDate, eventFrom, eventTo } = filter
  return {
    ...(search !== '' && { search }),
    ...(status !== null && { status }),
    ...(deadline !== null && { deadline }),
    ...(clientId !== null && { client_id: clientId }),
    ...(startDate !== '' && { placed_from: startDate }),
    ...(endDate !== '' && { placed_to: endDate }),
    ...(eventFrom !== '' && { event_from: eventFrom }),
    ...(eventTo !== '' && { event_to: eventTo }),
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

export const emptyOrderFilter: OrderFilter = parseOrderFilter({})
