import type { TypedListingFilters } from '@terrace/contracts/search-understanding'
import type { FeedParams } from './feed-params.ts'

/*
 * Quick entry: filters for listings that a user types into the search for events. A search such as
 * "arsenal 4 under 200 lower tier" finds the event, and the link to it carries the filters as URL parameters.
 */

interface QuickEntry {
  listing: TypedListingFilters
  /** Words that no filter understood, here or in the search. */
  ignoredWords: readonly string[]
}

/** URL parameters of the event page for the filters of a typed search. */
export function quickEntryParams({ listing, ignoredWords }: QuickEntry): FeedParams {
  return { ...listing, ignored_word: ignoredWords.length > 0 ? [...ignoredWords] : undefined }
}
