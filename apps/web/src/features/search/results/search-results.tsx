import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilterIcon } from '#web/ui/icons.ts'
import { Directory } from './directory.tsx'
import { EventResults, type EventResultsProps } from './event-results.tsx'
import type { EventPage } from '#web/features/search/query/find-events.ts'
import { eventSearchQuery } from '#web/features/search/query/queries.ts'
import { RecentSearches } from '#web/features/search/panel/recent-list.tsx'
import type { ResultsProps } from '#web/features/search/panel/search-panel.tsx'
import { SearchFilters } from '#web/features/search/filters/search-filters.tsx'
import type { PlainWordsNotice } from '#web/features/search/understood/plain-words-notice.tsx'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { useIsNarrow } from '#web/lib/hooks/use-is-narrow.ts'
import { countFilters, type SearchState } from '#web/features/search/query/search-state.ts'

/** Loads with the first results; the count says the same meanwhile. */
const loadChips = async () => ({
  default: (await import('#web/features/search/understood/understood-chips.tsx')).UnderstoodChips,
})

const loadPlainWordsNotice = async () => ({
  default: (await import('#web/features/search/understood/plain-words-notice.tsx')).PlainWordsNotice,
})

interface SearchResultsProps extends ResultsProps, Pick<EventResultsProps, 'row' | 'note' | 'skeleton'> {
  /** Chooses between list and month. */
  viewSwitch?: ReactNode
  /** Shown in place of a list that has events; `undefined` until the first page has loaded. */
  month?: ((page: EventPage | undefined, isStale: boolean) => ReactNode) | undefined
}

export function SearchResults({
  searchState,
  onSearchChange,
  onLoaded,
  viewSwitch,
  month,
  ...slots
}: SearchResultsProps) {
  const search = useInfiniteQuery(eventSearchQuery(searchState))
  const chips = useLazyComponent(loadChips)
  const filtersId = useId()
  const [isFiltering, setFiltering] = useState(false)
  const isNarrow = useIsNarrow()
  // A failed or paused search counts as loaded: there are no rows to wait for.
  const hasFailed = search.isError || search.fetchStatus === 'paused'
  const isLoaded = hasFailed || (search.data !== undefined && !search.isPlaceholderData)
  useOnLoaded(isLoaded ? searchState : null, onLoaded)
  const filters = countFilters(searchState)
  const [page] = search.data?.pages ?? []
  const directory = page?.directory ?? []
  // The list says why there is nothing to show.
  const hasMonth = page !== undefined && !search.isPlaceholderData ? page.total > 0 : !hasFailed

  return (
    <>
      {page && chips.Loaded && (
        <chips.Loaded
          page={page}
          isStale={search.isPlaceholderData}
          onTextChange={(text) => onSearchChange({ ...searchState, text })}
          field={findField}
        />
      )}
      {page?.understood.isUnavailable === true && (
        <Unavailable onRetry={() => void search.refetch()} isRetrying={search.isRefetching} />
      )}
      <div className="mt-4 grid gap-x-6 gap-y-3 sm:mt-5 lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start xl:grid-cols-[14.5rem_minmax(0,1fr)_14rem]">
        <div className="min-w-0 lg:row-span-2">
          <div className="flex items-center justify-between gap-3 lg:hidden">
            <Button
              size="sm"
              icon={<FilterIcon aria-hidden className="size-4" />}
              aria-expanded={isFiltering}
              aria-controls={filtersId}
              onPress={() => setFiltering(!isFiltering)}
            >
              {filters === 0 ? 'Filters' : `Filters · ${filters}`}
            </Button>
            {isNarrow && viewSwitch}
          </div>
          <div id={filtersId} className={cx('max-lg:mt-4', !isFiltering && 'max-lg:hidden')}>
            <SearchFilters searchState={searchState} onSearchChange={onSearchChange} />
          </div>
        </div>
        <aside
          aria-label={searchState.text === '' ? 'Recent searches' : 'Teams, categories and venues'}
          className="min-w-0 lg:col-start-2 xl:col-start-3 xl:row-span-2 xl:row-start-1"
        >
          {searchState.text === '' ? (
            <RecentSearches onChoose={(text) => onSearchChange({ ...searchState, text })} />
          ) : (
            <Directory hits={directory} isDimmed={search.isPlaceholderData} />
          )}
          <p className="text-xs text-muted not-first:mt-5 max-xl:hidden">
            ↑↓ to move, Enter to open. Paste a link or #number to jump to an event.
          </p>
        </aside>
        <div className="min-w-0 lg:col-start-2 xl:row-span-2 xl:row-start-1">
          {viewSwitch !== undefined && !isNarrow && <div className="mb-3 flex justify-end">{viewSwitch}</div>}
          {month && hasMonth ? (
            month(page, search.isPlaceholderData)
          ) : (
            <EventResults
              searchState={searchState}
              onSearchChange={onSearchChange}
              search={search}
              {...slots}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Loaded when it is needed. */
function Unavailable(props: ComponentProps<typeof PlainWordsNotice>) {
  const { Loaded } = useLazyComponent(loadPlainWordsNotice)
  return Loaded && <Loaded {...props} />
}

const findField = () => document.querySelector<HTMLElement>('[role=search] input[type=search]')

/** Reports which search the rendered rows belong to. */
function useOnLoaded(searchState: SearchState | null, onLoaded: (searchState: SearchState) => void): void {
  const latestOnLoaded = useRef(onLoaded)
  useEffect(() => {
    latestOnLoaded.current = onLoaded
  })
  useEffect(() => {
    if (searchState !== null) latestOnLoaded.current(searchState)
  }, [searchState])
}
