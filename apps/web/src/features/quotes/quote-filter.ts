import type { quotesRoutes } from '@terrace/contracts/quotes'
import type { QueryInputOf } from '@terrace/contracts/route'
import { quoteStatuses, type QuoteStatus } from '@terrace/domain/quote-lifecycle'
import { filterText } from '#web/lib/filter-text.ts'

/** What the list of quotes is narrowed to; '' and null leave it as wide as it is. */
export interface QuoteFilter {
  search: string
  status: QuoteStatus | null
}

/** The same as the address says it. */
interface FilterAddress {
  q?: string | undefined
  status?: string | undefined
}

/** Reads an address, in which anybody may have typed anything: nonsense counts as not said. */
export function readQuoteFilter({ q, status }: FilterAddress): QuoteFilter {
  return {
    search: filterText(q),
    status: quoteStatuses.find((known) => known === status) ?? null,
  }
}

/** What the address is to say; what narrows nothing is left out. */
export function writeQuoteFilter({ search, status }: QuoteFilter): FilterAddress {
  return { q: search || undefined, status: status ?? undefined }
}

/** What the API is asked for. */
export function filterQuery({ search, status }: QuoteFilter): QueryInputOf<typeof quotesRoutes.list> {
  return { ...(search !== '' && { search }), ...(status !== null && { status }) }
}

export function isNarrowed(filter: QuoteFilter): boolean {
  return Object.keys(filterQuery(filter)).length > 0
}

export const everyQuote: QuoteFilter = { search: '', status: null }
