import { wireOrderLineStatus, type ordersRoutes, type WireOrder } from '@terrace/contracts/orders'
import type { QueryInputOf } from '@terrace/contracts/route'
import { filterText } from '#web/lib/filter-text.ts'
import { isDay } from '#web/lib/is-day.ts'

/** What the list of purchases is narrowed to; '' and null leave it as wide as it is. */
export interface OrderFilter {
  search: string
  status: WireOrder['status'] | null
  /** Days of the purchase, 'YYYY-MM-DD': both or neither. */
  startDate: string
  endDate: string
}

/** The same as the address says it. */
interface FilterAddress {
  q?: string | undefined
  status?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Reads an address, in which anybody may have typed anything: nonsense counts as not said. */
export function readOrderFilter({ q, status, startDate = '', endDate = '' }: FilterAddress): OrderFilter {
  const isRange = isDay(startDate) && isDay(endDate) && startDate <= endDate
  return {
    search: filterText(q),
    status: wireOrderLineStatus.options.find((known) => known === status) ?? null,
    startDate: isRange ? startDate : '',
    endDate: isRange ? endDate : '',
  }
}

/** What the address is to say; what narrows nothing is left out. */
export function writeOrderFilter({ search, status, startDate, endDate }: OrderFilter): FilterAddress {
  return {
    q: search || undefined,
    status: status ?? undefined,
    startDate: startDate || undefined,
    endDate: endDate || undefined,
  }
}

/** What the API is asked for. */
export function filterQuery({
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

export function isNarrowed(filter: OrderFilter): boolean {
  return Object.keys(filterQuery(filter)).length > 0
}

export const everyOrder: OrderFilter = { search: '', status: null, startDate: '', endDate: '' }
