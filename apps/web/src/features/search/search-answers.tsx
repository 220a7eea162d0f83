import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilterIcon } from '#web/ui/icons.ts'
import { Directory, type TeamColours } from './directory.tsx'
import { EventAnswers, type EventAnswersProps } from './event-answers.tsx'
import { listingQuery } from './queries.ts'
import { RecentSearches } from './recent-list.tsx'
import type { AnswersProps } from './search-panel.tsx'
import { SearchFilters } from './search-filters.tsx'
import { countFilters, type SearchWish } from './search-wish.ts'

interface SearchAnswersProps extends AnswersProps, Pick<EventAnswersProps, 'row' | 'note' | 'skeleton'> {
  coloursOf: TeamColours
}

/** Filters, the events that match, and the teams, competitions and venues that are called so. */
export function SearchAnswers({ wish, onWish, onAnswered, coloursOf, ...slots }: SearchAnswersProps) {
  const search = useInfiniteQuery(listingQuery(wish))
  const filtersId = useId()
  const [isFiltering, setFiltering] = useState(false)
  // A failure is an answer too: nothing more is to be waited for, and there are no rows to open.
  const hasFailed = search.isError || search.fetchStatus === 'paused'
  const isAnswered = hasFailed || (search.data !== undefined && !search.isPlaceholderData)
  useAnswered(isAnswered ? wish : null, onAnswered)
  const filters = countFilters(wish)
  const directory = search.data?.pages[0]?.directory ?? []

  return (
    <div className="mt-4 grid gap-x-6 gap-y-3 sm:mt-5 lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start xl:grid-cols-[14.5rem_minmax(0,1fr)_17rem]">
      <div className="min-w-0 lg:row-span-2">
        <Button
          size="sm"
          icon={<FilterIcon aria-hidden className="size-4" />}
          className="lg:hidden"
          aria-expanded={isFiltering}
          aria-controls={filtersId}
          onPress={() => setFiltering(!isFiltering)}
        >
          {filters === 0 ? 'Filters' : `Filters · ${filters}`}
        </Button>
        <div id={filtersId} className={cx('max-lg:mt-4', !isFiltering && 'max-lg:hidden')}>
          <SearchFilters wish={wish} onWish={onWish} />
        </div>
      </div>
      <aside
        aria-label={wish.text === '' ? 'Recent searches' : 'Teams, categories and venues'}
        className="min-w-0 lg:col-start-2 xl:col-start-3 xl:row-span-2 xl:row-start-1"
      >
        {wish.text === '' ? (
          <RecentSearches onChoose={(text) => onWish({ ...wish, text })} />
        ) : (
          <Directory hits={directory} coloursOf={coloursOf} isPale={search.isPlaceholderData} />
        )}
        <p className="text-xs text-muted not-first:mt-5 max-xl:hidden">
          Arrow keys move through the events, Enter opens. In the field, Enter opens the first. A pasted link
          or #number finds that event.
        </p>
      </aside>
      <div className="min-w-0 lg:col-start-2 xl:row-span-2 xl:row-start-1">
        <EventAnswers wish={wish} onWish={onWish} search={search} {...slots} />
      </div>
    </div>
  )
}

/** Tells the field, once its rows are drawn, which wish they answer. */
function useAnswered(wish: SearchWish | null, onAnswered: (wish: SearchWish) => void): void {
  const tell = useRef(onAnswered)
  useEffect(() => {
    tell.current = onAnswered
  })
  useEffect(() => {
    if (wish !== null) tell.current(wish)
  }, [wish])
}
