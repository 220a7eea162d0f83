import type { WireEvent } from '@terrace/contracts/catalogue'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CalendarIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { EventRow } from './event-row.tsx'

interface ContentEventsProps {
  /** Whose events these are. */
  name: string
  events: readonly WireEvent[]
  total: number
  /** Those of another month, until the right ones are there. */
  isOld: boolean
  hasMore: boolean
  onMore: () => void
  isFetchingMore: boolean
  moreError?: string | undefined
  now: number
}

/** The events of a page, the soonest first, fifty at a time. */
export function ContentEvents({ name, events, total, isOld, hasMore, now, ...more }: ContentEventsProps) {
  return (
    <Panel className="overflow-hidden">
      {events.length === 0 ? (
        <EmptyState
          icon={<CalendarIcon />}
          title="No events to come"
          message={`Nothing is planned for ${name} at the moment.`}
        />
      ) : (
        <ul
          aria-label={`Events of ${name}`}
          aria-busy={isOld}
          className={cx('divide-y divide-line transition-opacity duration-150', isOld && 'opacity-50')}
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
          shown={events.length}
          total={total}
          onPress={more.onMore}
          isPending={more.isFetchingMore}
          error={more.moreError}
        />
      )}
    </Panel>
  )
}
