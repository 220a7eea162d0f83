import type { WireEvent } from '@terrace/contracts/catalogue'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CalendarIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ShowMore } from '#web/ui/controls/show-more.tsx'
import { EventRow } from '#web/features/catalogue/event-card/event-row.tsx'

interface ContentEventsProps {
  name: string
  events: readonly WireEvent[]
  total: number
  /** Whether the rows belong to the previously selected month. */
  isStale: boolean
  hasMore: boolean
  onMore: () => void
  isFetchingMore: boolean
  moreError?: string | undefined
  now: number
}

/** Upcoming events, soonest first, 50 per page. */
export function ContentEvents({ name, events, total, isStale, hasMore, now, ...more }: ContentEventsProps) {
  return (
    <Panel className="overflow-hidden">
      {events.length === 0 ? (
        <EmptyState
          icon={<CalendarIcon />}
          title="No upcoming events"
          message={`${name} has no upcoming events.`}
        />
      ) : (
        <ul
          aria-label={`Events of ${name}`}
          aria-busy={isStale}
          className={cx('divide-y divide-line transition-opacity duration-150', isStale && 'opacity-50')}
        >
          {events.map((event) => (
            <li key={event.id}>
              <EventRow event={event} now={now} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <ShowMore
          visible={events.length}
          total={total}
          onPress={more.onMore}
          isPending={more.isFetchingMore}
          error={more.moreError}
        />
      )}
    </Panel>
  )
}
