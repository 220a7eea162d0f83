import { clientSortKeys, type clientsRoutes } from '@terrace/contracts/clients'
import type { QueryInputOf } from '@terrace/contracts/route'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'

export interface ClientFilter {
  search: string
  /** Only clients that are proposed for deletion. */
  isUnusedOnly: boolean
}

/** The filter as URL search parameters. */
interface ClientFilterParams {
  q?: string | undefined
  show?: string | undefined
}

/** Parses URL search parameters. Invalid values are ignored. */
export function parseClientFilter({ q, show }: ClientFilterParams): ClientFilter {
  return { search: parseFilterText(q), isUnusedOnly: show === 'unused' }
}

/** URL search parameters of a filter, without defaults. */
export function clientFilterParams({ search, isUnusedOnly }: ClientFilter): ClientFilterParams {
  return { q: search || undefined, show: isUnusedOnly ? 'unused' : undefined }
}

/** A book has up to 5,000 clients, and a row is small. */
const clientsPerPage = 200

/** The filter and the sort of the table as an API query; by name by default. */
export function toClientQuery(
  { search, isUnusedOnly }: ClientFilter,
  sort: TableSort | null,
): QueryInputOf<typeof clientsRoutes.list> {
  const by = clientSortKeys.find((key) => key === sort?.by)
  return {
    per_page: clientsPerPage,
    ...(search !== '' && { search }),
    ...(isUnusedOnly && { show: 'unused' }),
    ...(by !== undefined && sort !== null && { order_by: by, sort_order: sort.direction }),
  }
}

export const isFiltered = ({ search, isUnusedOnly }: ClientFilter): boolean => search !== '' || isUnusedOnly

export const emptyClientFilter: ClientFilter = { search: '', isUnusedOnly: false }
