import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QuoteIcon } from '#web/ui/icons.ts'
import { NarrowedList } from '#web/ui/narrowed-list.tsx'
import { quotesQuery } from './queries.ts'
import { everyQuote, isNarrowed, type QuoteFilter } from './quote-filter.ts'
import { QuoteFilters } from './quote-filters.tsx'
import { QuoteList, QuoteListSkeleton } from './quote-list.tsx'

interface QuotesProps {
  filter: QuoteFilter
  onFilter: (filter: QuoteFilter) => void
}

/** The team's quotes, newest first, and what narrows them. */
export function Quotes({ filter, onFilter }: QuotesProps) {
  return (
    <NarrowedList
      query={useInfiniteQuery(quotesQuery(filter))}
      things="quotes"
      filters={<QuoteFilters filter={filter} onFilter={onFilter} />}
      isNarrowed={isNarrowed(filter)}
      onClear={() => onFilter(everyQuote)}
      noMatch="None of your team’s quotes has these words and this status together."
      none={<NoQuotes />}
      skeleton={<QuoteListSkeleton />}
    >
      {(quotes) => <QuoteList quotes={quotes} />}
    </NarrowedList>
  )
}

function NoQuotes() {
  return (
    <EmptyState
      icon={<QuoteIcon />}
      title="No quotes yet"
      message="Press “Quote” at a listing, on what you hold, or on a whole event: the client gets a live page in your team’s name, and you see here what becomes of it."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}
