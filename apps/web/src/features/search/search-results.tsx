import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { formatCount } from '@terrace/domain/tickets'
import type { ReactNode } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { searchEventsQuery } from './queries.ts'

interface SearchResultsProps {
  /** Trimmed and not empty. */
  text: string
  onClear: () => void
  /** A keyed list item. */
  row: (event: WireEvent) => ReactNode
  /** Shapes of rows on their way. */
  skeleton: ReactNode
}

/** What matches the text, a page at a time. While a longer text is looked up, the last results stay, paler. */
export function SearchResults({ text, onClear, row, skeleton }: SearchResultsProps) {
  const search = useInfiniteQuery(searchEventsQuery(text))
  if (search.isPending) return skeleton
  if (search.isError && search.data === undefined) {
    return (
      <ErrorState
        title="The search could not be made"
        message={errorText(search.error)}
        onRetry={() => void search.refetch()}
        isRetrying={search.isFetching}
        isOffline={!navigator.onLine}
      />
    )
  }
  const events = search.data.pages.flatMap((page) => page.data)
  const total = search.data.pages[0]?.meta.total ?? 0
  return (
    <div aria-busy={search.isPlaceholderData}>
      <ResultsHead>{search.isPlaceholderData ? 'Looking …' : countText(total, text)}</ResultsHead>
      {events.length === 0 ? (
        <EmptyState
          icon={<SearchIcon />}
          title={`No match for “${text}”`}
          message="Every word must stand in the name of the event, a team, the venue or the city. Fewer words find more."
          action={<Button onPress={onClear}>Clear the search</Button>}
        />
      ) : (
        <EventList isPale={search.isPlaceholderData}>{events.map(row)}</EventList>
      )}
      {search.hasNextPage && !search.isPlaceholderData && (
        <ShowMore
          shown={events.length}
          total={total}
          onPress={() => void search.fetchNextPage()}
          isPending={search.isFetchingNextPage}
          error={search.isFetchNextPageError ? errorText(search.error) : undefined}
        />
      )}
    </div>
  )
}

/** '134 events match “arsenal”'. */
function countText(total: number, text: string): string {
  return total === 1 ? `1 event matches “${text}”` : `${formatCount(total)} events match “${text}”`
}

/** One line above the rows, read out when it changes. */
export function ResultsHead({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="tabular border-b border-line px-4 py-2.5 text-xs text-muted sm:px-5">
      {children}
    </p>
  )
}

export function EventList({ children, isPale = false }: { children: ReactNode; isPale?: boolean }) {
  return (
    <ul className={cx('divide-y divide-line transition-opacity duration-150', isPale && 'opacity-55')}>
      {children}
    </ul>
  )
}
