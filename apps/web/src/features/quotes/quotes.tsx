import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quoteStatuses } from '@terrace/domain/quote-lifecycle'
import { errorText } from '#web/lib/api-error.ts'
import { useTypedText } from '#web/lib/use-typed-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { QuoteIcon, SearchIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { StatusDropdown } from '#web/ui/status-dropdown.tsx'
import { quotesQuery } from './queries.ts'
import { everyQuote, isNarrowed, type QuoteFilter } from './quote-filter.ts'
import { QuoteList, QuoteListSkeleton } from './quote-list.tsx'
import { statusTones } from './quote-texts.ts'

const statuses = quoteStatuses.map((status) => ({ id: status, name: status, tone: statusTones[status] }))

interface QuotesProps {
  filter: QuoteFilter
  onFilter: (filter: QuoteFilter) => void
}

/** The team's quotes, newest first, and what narrows them. */
export function Quotes({ filter, onFilter }: QuotesProps) {
  return (
    <Panel>
      <QuoteFilters filter={filter} onFilter={onFilter} />
      <QuotesBody filter={filter} onFilter={onFilter} />
    </Panel>
  )
}

function QuoteFilters({ filter, onFilter }: QuotesProps) {
  const { text, setText, flush } = useTypedText(filter.search, (search) => onFilter({ ...filter, search }))
  return (
    <section aria-label="Filters" className="border-b border-line px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-start gap-2">
        <SearchField
          label="Search quotes"
          placeholder="Title, client or event"
          size="sm"
          value={text}
          onChange={setText}
          onSubmit={flush}
          className="max-w-full flex-1 basis-56"
        />
        <StatusDropdown
          label="Status"
          statuses={statuses}
          value={filter.status}
          onChange={(status) => onFilter({ ...filter, status })}
          className="!w-44 max-sm:!w-full max-sm:flex-1"
        />
        {isNarrowed(filter) && (
          <Button size="sm" tone="quiet" onPress={() => onFilter(everyQuote)}>
            Clear
          </Button>
        )}
      </div>
    </section>
  )
}

function QuotesBody({ filter, onFilter }: QuotesProps) {
  const quotes = useInfiniteQuery(
    quotesQuery({
      ...(filter.status !== null && { status: filter.status }),
      ...(filter.search !== '' && { search: filter.search }),
    }),
  )
  if (quotes.isPending) return <QuoteListSkeleton />
  if (quotes.data === undefined) {
    return (
      <ErrorState
        title="Your quotes could not be loaded"
        message={errorText(quotes.error)}
        onRetry={() => void quotes.refetch()}
        isRetrying={quotes.isFetching}
        isOffline={!navigator.onLine}
      />
    )
  }
  const all = quotes.data.pages.flatMap((page) => page.data)
  if (all.length === 0) {
    return isNarrowed(filter) ? <NoMatch onClear={() => onFilter(everyQuote)} /> : <NoQuotes />
  }
  return (
    <div aria-busy={quotes.isPlaceholderData} className={quotes.isPlaceholderData ? 'opacity-60' : ''}>
      <QuoteList quotes={all} />
      {quotes.hasNextPage && (
        <ShowMore
          shown={all.length}
          total={quotes.data.pages[0]?.meta.total ?? all.length}
          onPress={() => void quotes.fetchNextPage()}
          isPending={quotes.isFetchingNextPage}
          error={quotes.isFetchNextPageError ? errorText(quotes.error) : undefined}
        />
      )}
    </div>
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
