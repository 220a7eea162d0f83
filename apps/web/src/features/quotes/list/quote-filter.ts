import { clientId as clientIdSchema } from '@terrace/contracts/client-id'
import { quoteSortKeys, type quotesRoutes } from '@terrace/contracts/quotes'
import type { QueryInputOf } from '@terrace/contracts/route'
import { quoteStatuses, type QuoteStatus } from '@terrace/domain/lifecycles/quote-lifecycle'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'

/** Filters of the quotes list. `''` and `null` do not filter. */
export interface QuoteFilter {
  search: string
  status: QuoteStatus | null
  clientId: string | null
}

/** The filters as URL search parameters. */
interface QuoteFilterParams {
  q?: string | undefined
  status?: string | undefined
  clientId?: string | undefined
}

/** Parses URL search parameters. Invalid values are ignored. */
export function parseQuoteFilter({ q, status, clientId }: QuoteFilterParams): QuoteFilter {
  return {
    search: parseFilterText(q),
    status: quoteStatuses.find((candidate) => candidate === status) ?? null,
    clientId: clientIdSchema.safeParse(clientId).data ?? null,
  }
}

/** URL search parameters of a filter, without empty ones. */
export function quoteFilterParams({ search, status, clientId }: QuoteFilter): QuoteFilterParams {
  return { q: search || undefined, status: status ?? undefined, clientId: clientId ?? undefined }
}

export function toQuoteQuery({
  search,
  status,
  clientId,
}: QuoteFilter): QueryInputOf<typeof quotesRoutes.list> {
  return {
    ...(search !== '' && { search }),
    ...(status !== null && { status }),
    ...(clientId !== null && { client_id: clientId }),
  }
}

/** The sort of the table as API parameters; newest first by default. */
export function toQuoteSort(sort: TableSort | null): QueryInputOf<typeof quotesRoutes.list> {
  const by = quoteSortKeys.find((key) => key === sort?.by)
  return by === undefined || sort === null ? {} : { order_by: by, sort_order: sort.direction }
}

export function isFiltered(filter: QuoteFilter): boolean {
  return Object.keys(toQuoteQuery(filter)).length > 0
}

export const emptyQuoteFilter: QuoteFilter = { search: '', status: null, clientId: null }
