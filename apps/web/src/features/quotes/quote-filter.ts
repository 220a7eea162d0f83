import { quoteStatuses, type QuoteStatus } from '@terrace/domain/quote-lifecycle'

/** What the list of quotes is narrowed to; '' and null leave it as wide as it is. */
export interface QuoteFilter {
  search: string
  status: QuoteStatus | null
}

interface FilterAddress {
  q?: string | undefined
  status?: string | undefined
}

export const everyQuote: QuoteFilter = { search: '', status: null }

const longestSearch = 100

/** Reads an address, in which anybody may have typed anything: nonsense counts as not said. */
export function readQuoteFilter({ q = '', status }: FilterAddress): QuoteFilter {
  return {
    search: q.trim().slice(0, longestSearch),
    status: quoteStatuses.find((known) => known === status) ?? null,
  }
}

/** What the address is to say; what narrows nothing is left out. */
export function writeQuoteFilter({ search, status }: QuoteFilter): FilterAddress {
  return { q: search.slice(0, longestSearch) || undefined, status: status ?? undefined }
}

export function isNarrowed({ search, status }: QuoteFilter): boolean {
  return search !== '' || status !== null
}
