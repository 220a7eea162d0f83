import type { ListingFilters } from '@terrace/contracts/search-understanding'
import type { FeedParams } from './feed-params.ts'

interface QuickEntry {
  listing: ListingFilters
  unmatched: readonly string[]
}

/** What a search asks of listings, as parameters of the event page. */
export function quickEntryParams({ listing, unmatched }: QuickEntry): FeedParams {
  const { unmatched: _, ...filters } = listing
  return { ...filters, ...(unmatched.length > 0 && { unmatched: [...unmatched] }) }
}
