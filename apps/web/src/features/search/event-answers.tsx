import { useQuery, type UseInfiniteQueryResult, type InfiniteData } from '@tanstack/react-query'
import type { PriceMeta, WireEvent } from '@terrace/contracts/catalogue'
import type { EventRecord } from '@terrace/contracts/search'
import { formatCount } from '@terrace/domain/tickets'
import { Fragment, type ReactNode } from 'react'
import { quoted } from '#web/lib/quoted.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { EventPage, Hit } from './ask-index.ts'
import { wallTime } from './event-filters.ts'
import { MarkedText } from './marked-text.tsx'
import { NoMatch } from './no-match.tsx'
import { pricesQuery } from './queries.ts'
import { searchProblem } from './search-problem.ts'
import { countFilters, type SearchWish } from './search-wish.ts'
import { useSeen } from './use-seen.ts'

/** How one event is drawn: its texts as they were found, and whether price and stock are known yet. */
export type EventRowSlot = (
  event: Omit<WireEvent, 'performers'>,
  found: { title: ReactNode; place: ReactNode; stock: 'known' | 'pending' | 'unknown' },
) => ReactNode

export interface EventAnswersProps {
  wish: SearchWish
  onWish: (wish: SearchWish) => void
  search: UseInfiniteQueryResult<InfiniteData<EventPage>>
  row: EventRowSlot
  /** Shapes of rows on their way. */
  skeleton: ReactNode
  /** What is to be said of the rates by which the prices were made. */
  note: (meta: PriceMeta) => ReactNode
}

/** The events that match, twenty more whenever the end comes in sight. While another wish is looked up they stay, paler. */
export function EventAnswers({ wish, onWish, search, row, skeleton, note }: EventAnswersProps) {
  const { data, error, isPlaceholderData: isOld, hasNextPage, isFetchingNextPage } = search
  // The same call as that of the first rows; the day's rates are those of all.
  const { data: priced } = useQuery(pricesQuery(idsOf(data?.pages[0]?.events ?? [])))
  const canLoad = hasNextPage && !isOld && !isFetchingNextPage && !search.isFetchNextPageError
  const end = useSeen(canLoad, () => void search.fetchNextPage())

  const isOffline = search.fetchStatus === 'paused'
  if ((search.isError && (data === undefined || isOld)) || (isOffline && (data === undefined || isOld))) {
    return (
      <Panel>
        <ErrorState
          title="The search could not be made"
          message={isOffline ? 'There is no connection. What was typed stays.' : searchProblem(error)}
          onRetry={() => void search.refetch()}
          isRetrying={search.isFetching}
          isOffline={isOffline || !navigator.onLine}
        />
      </Panel>
    )
  }
  if (data === undefined) return <Panel className="overflow-hidden">{skeleton}</Panel>

  const total = data.pages[0]?.total ?? 0
  const shown = data.pages.reduce((sum, page) => sum + page.events.length, 0)
  return (
    <Panel className="overflow-hidden">
      <p role="status" className="tabular border-b border-line px-4 py-2.5 text-xs text-muted sm:px-5">
        {isOld ? 'Looking …' : countText(total, wish)}
      </p>
      {priced && shown > 0 && note(priced.meta)}
      {shown === 0 ? (
        <NoMatch wish={wish} onWish={onWish} isOld={isOld} />
      ) : (
        <ul
          data-events
          aria-label="Events"
          aria-busy={isOld}
          className={cx('divide-y divide-line transition-opacity duration-150', isOld && 'opacity-55')}
        >
          {data.pages.map(({ page, events }) => (
            <PricedEvents key={page} events={events} row={row} />
          ))}
        </ul>
      )}
      {hasNextPage && !isOld && (
        <div className="relative">
          <div ref={end} aria-hidden className="absolute bottom-full h-160 w-px" />
          <ShowMore
            shown={shown}
            total={total}
            onPress={() => void search.fetchNextPage()}
            isPending={isFetchingNextPage}
            error={search.isFetchNextPageError ? searchProblem(error) : undefined}
          />
        </div>
      )}
      {!hasNextPage && total > shown && shown > 0 && !isOld && (
        <p className="tabular border-t border-line px-4 py-3 text-xs text-muted sm:px-5">
          The first {formatCount(shown)} are listed. More words, days or a city narrow them down.
        </p>
      )}
    </Panel>
  )
}

/** '134 events match “arsenal”', '17 events to come' where nothing was typed. */
function countText(total: number, wish: SearchWish): string {
  const events = total === 1 ? '1 event' : `${formatCount(total)} events`
  if (wish.text !== '') return `${events} ${total === 1 ? 'matches' : 'match'} ${quoted(wish.text)}`
  return countFilters(wish) > 0
    ? `${events} ${total === 1 ? 'fits' : 'fit'} the filters`
    : `${events} to come`
}

const idsOf = (events: readonly Hit<EventRecord>[]) => events.map(({ id }) => id)

/** A page of events; their prices come with one call of their own. */
function PricedEvents({ events, row }: { events: readonly Hit<EventRecord>[]; row: EventRowSlot }) {
  const prices = useQuery(pricesQuery(idsOf(events)))
  const stock = prices.data ? 'known' : prices.isError ? 'unknown' : 'pending'
  return events.map((event) => {
    const { marked, event_date_local: seconds, venue, ...shown } = event
    const known = prices.data?.of.get(event.id)
    return (
      <Fragment key={event.id}>
        {row(
          {
            ...shown,
            venue,
            event_date_local: wallTime(seconds),
            min_price: known?.min_price ?? null,
            ticket_count: known?.ticket_count ?? 0,
          },
          {
            title: <MarkedText>{marked.title}</MarkedText>,
            place: <MarkedText>{marked.place ?? `${venue.name}, ${venue.city}`}</MarkedText>,
            stock,
          },
        )}
      </Fragment>
    )
  })
}
