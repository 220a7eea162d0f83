import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QuoteIcon, SearchIcon } from '#web/ui/icons.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
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
  const query = useInfiniteQuery(quotesQuery(filter))
  return (
    <Panel>
      <QuoteFilters filter={filter} onFilter={onFilter} />
      <PagedList
        query={query}
        skeleton={<QuoteListSkeleton />}
        failed="Your quotes could not be loaded"
        empty={isNarrowed(filter) ? <NoMatch onClear={() => onFilter(everyQuote)} /> : <NoQuotes />}
      >
        {(quotes) => <QuoteList quotes={quotes} />}
      </PagedList>
    </Panel>
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

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchIcon />}
      title="No quotes match"
      message="None of your team’s quotes has these words and this status together."
      action={<Button onPress={onClear}>Show all quotes</Button>}
    />
  )
}
