import { useQuery, type UseInfiniteQueryResult, type InfiniteData } from '@tanstack/react-query'
import type { PriceMeta, WireEvent } from '@terrace/contracts/catalogue'
import type { EventRecord } from '@terrace/contracts/search'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { Fragment, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ShowMore } from '#web/ui/controls/show-more.tsx'
import type { EventPage } from '#web/features/search/query/find-events.ts'
import type { Hit } from '#web/features/search/query/search-index.ts'
import { toLocalTime } from '#web/features/search/query/event-filters.ts'
import { lineUpText } from '#web/lib/format/line-up.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import type { NoMatchProps } from './no-match.tsx'
import { HighlightedText } from './highlighted-text.tsx'
import { pricesQuery } from '#web/features/search/query/queries.ts'
import { searchErrorText } from '#web/features/search/query/search-error.ts'
import type { SearchState } from '#web/features/search/query/search-state.ts'
import { countText } from '#web/features/search/understood/count-text.ts'
import { quickEntryOf, type QuickEntry } from '#web/features/search/understood/quick-entry-of.ts'
import { useOnVisible } from './use-on-visible.ts'

/**
 * Renders one event with highlighted texts; `stock` says whether its price and stock have loaded, `entry` what its
 * listings are filtered by.
 */
export type EventRowSlot = (
  event: Omit<WireEvent, 'performers' | 'art'>,
  found: {
    title: ReactNode
    place: ReactNode
    stock: 'known' | 'pending' | 'unknown'
    entry: QuickEntry
  },
) => ReactNode

export interface EventResultsProps {
  searchState: SearchState
  onSearchChange: (searchState: SearchState) => void
  search: UseInfiniteQueryResult<InfiniteData<EventPage>>
  row: EventRowSlot
  skeleton: ReactNode
  note: (meta: PriceMeta) => ReactNode
}

/**
 * Matching events, 20 per page, loaded as the user scrolls. Results of the previous search stay dimmed while the next
 * one loads.
 */
export function EventResults({
  searchState,
  onSearchChange,
  search,
  row,
  skeleton,
  note,
}: EventResultsProps) {
  const { data, error, isPlaceholderData: isStale, hasNextPage, isFetchingNextPage } = search
  // Shares the first page's request; the rates are the same for all pages.
  const { data: priced } = useQuery(pricesQuery(idsOf(data?.pages[0]?.events ?? [])))
  const canLoad = hasNextPage && !isStale && !isFetchingNextPage && !search.isFetchNextPageError
  const sentinel = useOnVisible(canLoad, () => void search.fetchNextPage())

  const isOffline = search.fetchStatus === 'paused'
  if ((search.isError && (data === undefined || isStale)) || (isOffline && (data === undefined || isStale))) {
    return (
      <Panel>
        <ErrorState
          title="Search failed"
          message={
            isOffline ? 'You’re offline. Your search runs when you’re back online.' : searchErrorText(error)
          }
          onRetry={() => void search.refetch()}
          isRetrying={search.isFetching}
          isOffline={isOffline || !navigator.onLine}
        />
      </Panel>
    )
  }
  if (data === undefined) return <Panel className="overflow-hidden">{skeleton}</Panel>

  const [first] = data.pages
  const total = first?.total ?? 0
  const shownCount = data.pages.reduce((sum, page) => sum + page.events.length, 0)
  return (
    <Panel className="overflow-hidden">
      <p role="status" className="tabular border-b border-line px-4 py-2.5 text-xs text-muted sm:px-5">
        {isStale || !first ? 'Searching…' : countText(first, searchState)}
      </p>
      {priced && shownCount > 0 && note(priced.meta)}
      {shownCount === 0 ? (
        <NoEvents
          searchState={searchState}
          onSearchChange={onSearchChange}
          understood={first?.understood}
          isStale={isStale}
        />
      ) : (
        <ul
          data-events
          aria-label="Events"
          aria-busy={isStale}
          className={cx('divide-y divide-line transition-opacity duration-150', isStale && 'opacity-55')}
        >
          {data.pages.map((page) => (
            <PricedEvents key={page.page} page={page} query={searchState.text} row={row} />
          ))}
        </ul>
      )}
      {hasNextPage && !isStale && (
        <div className="relative">
          {/* A new one for each page, which can load between two frames: an observer would see no difference. */}
          <div
            key={data.pages.length}
            ref={sentinel}
            aria-hidden
            className="absolute bottom-full h-160 w-px"
          />
          <ShowMore
            visible={shownCount}
            total={total}
            onPress={() => void search.fetchNextPage()}
            isPending={isFetchingNextPage}
            error={search.isFetchNextPageError ? searchErrorText(error) : undefined}
          />
        </div>
      )}
      {!hasNextPage && total > shownCount && shownCount > 0 && !isStale && (
        <p className="tabular border-t border-line px-4 py-3 text-xs text-muted sm:px-5">
          Showing the first {formatCount(shownCount)}. Refine your search to see fewer.
        </p>
      )}
    </Panel>
  )
}

const idsOf = (events: readonly Hit<EventRecord>[]) => events.map(({ id }) => id)

const loadNoMatch = async () => ({ default: (await import('./no-match.tsx')).NoMatch })

/** What to try when nothing matches; loaded when it is needed. */
function NoEvents(props: NoMatchProps) {
  const { Loaded } = useLazyComponent(loadNoMatch)
  return Loaded && <Loaded {...props} />
}

/** One page of events; its prices load in a separate call. */
function PricedEvents({ page, query, row }: { page: EventPage; query: string; row: EventRowSlot }) {
  const { events } = page
  const entry = quickEntryOf(page)
  const prices = useQuery(pricesQuery(idsOf(events)))
  const stock = prices.data ? 'known' : prices.isError ? 'unknown' : 'pending'
  return events.map((event) => {
    const { highlighted, event_date_local: seconds, venue, ...rest } = event
    const eventPrices = prices.data?.byEvent.get(event.id)
    const acts = lineUpText(event, query)
    return (
      <Fragment key={event.id}>
        {row(
          {
            ...rest,
            venue,
            event_date_local: toLocalTime(seconds),
            min_price: eventPrices?.min_price ?? null,
            min_all_in_price: eventPrices?.min_all_in_price ?? null,
            ticket_count: eventPrices?.ticket_count ?? 0,
          },
          {
            title: <HighlightedText>{highlighted.title}</HighlightedText>,
            place: (
              <>
                {/* What does not fit is cut off at the end, so the act that the search names comes first. */}
                {acts.isNamed && <>{acts.text} · </>}
                <HighlightedText>{highlighted.place ?? `${venue.name}, ${venue.city}`}</HighlightedText>
                {acts.text !== '' && !acts.isNamed && <> · {acts.text}</>}
              </>
            ),
            stock,
            entry,
          },
        )}
      </Fragment>
    )
  })
}
