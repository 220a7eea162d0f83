import type { TypedListingFilters } from '@terrace/contracts/search-understanding'
import type { FeedParams } from './feed-params.ts'

/*
 * Quick entry: a search such as "arsenal 4 under 200 lower tier" also says which listings of the event to show. The link
 * to the event then carries these filters as URL parameters.
 */

interface QuickEntry {
  listing: TypedListingFilters
  /** Words that no filter understood, here or in the search. */
  ignoredWords: readonly string[]
}

/** URL parameters of the event page for a typed search. */
export function quickEntryParams({ listing, ignoredWords }: QuickEntry): FeedParams {
  return { ...listing, ignored_word: ignoredWords.length > 0 ? [...ignoredWords] : undefined }
}
