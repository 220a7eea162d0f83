import { useQuery } from '@tanstack/react-query'
import type { PriceMeta, WireEvent } from '@terrace/contracts/catalogue'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { Fragment, useId, type ReactNode } from 'react'
import { toLocalTime } from '#web/features/search/query/event-filters.ts'
import { pricesQuery } from '#web/features/search/query/queries.ts'
import { searchErrorText } from '#web/features/search/query/search-error.ts'
import { lineUpText } from '#web/lib/format/line-up.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { dayTitle } from './month-days.ts'
import { dayQuery } from './month-queries.ts'
import type { MonthSource } from './month-source.ts'

/** Renders one event; `stock` says whether its price and stock have loaded. */
export type DayRowSlot = (
  event: Omit<WireEvent, 'performers' | 'art'>,
  found: { title: ReactNode; place: ReactNode; stock: 'known' | 'pending' | 'unknown' },
) => ReactNode

export interface DayEventsProps {
  source: MonthSource
  day: string
  row: DayRowSlot
  /** Above the events, about their prices. */
  note?: (meta: PriceMeta) => ReactNode
  skeleton: ReactNode
}

/** The events of a day of the month, by time. */
export function DayEvents({ source, day, row, note, skeleton }: DayEventsProps) {
  const headingId = useId()
  const found = useQuery(dayQuery(source, day))
  const { events = [], total = 0 } = found.data ?? {}
  const prices = useQuery(pricesQuery(events.map(({ id }) => id)))
  const stock = prices.data ? 'known' : prices.isError ? 'unknown' : 'pending'
  return (
    <Panel className="overflow-hidden">
      <h3 id={headingId} className="border-b border-line px-4 py-2.5 text-sm font-semibold sm:px-5">
        {dayTitle(day)}
        {found.data && (
          <span role="status" className="tabular ml-3 text-xs font-normal text-muted">
            {total === 1 ? '1 event' : `${formatCount(total)} events`}
          </span>
        )}
      </h3>
      {note && prices.data && events.length > 0 && note(prices.data.meta)}
      {found.isError ? (
        <ErrorState
          title="Search failed"
          message={searchErrorText(found.error)}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
          isOffline={!navigator.onLine}
        />
      ) : found.data ? (
        events.length === 0 ? (
          <p className="px-4 py-3 text-sm text-muted sm:px-5">No events on this day.</p>
        ) : (
          <ul data-events aria-labelledby={headingId} className="divide-y divide-line">
            {events.map(({ event_date_local: seconds, ...event }) => {
              const price = prices.data?.byEvent.get(event.id)
              const place = [`${event.venue.name}, ${event.venue.city}`, lineUpText(event).text]
                .filter((text) => text !== '')
                .join(' · ')
              return (
                <Fragment key={event.id}>
                  {row(
                    {
                      ...event,
                      event_date_local: toLocalTime(seconds),
                      min_price: price?.min_price ?? null,
                      min_all_in_price: price?.min_all_in_price ?? null,
                      ticket_count: price?.ticket_count ?? 0,
                    },
                    { title: event.title, place, stock },
                  )}
                </Fragment>
              )
            })}
          </ul>
        )
      ) : (
        skeleton
      )}
      {total > events.length && events.length > 0 && (
        <p className="tabular border-t border-line px-4 py-3 text-xs text-muted sm:px-5">
          Showing {formatCount(events.length)} of {formatCount(total)}. Add a filter to see the others.
        </p>
      )}
    </Panel>
  )
}
