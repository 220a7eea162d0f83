import type { WireEvent } from '@terrace/contracts/catalogue'
import { useId, type ReactNode } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { CalendarIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { EventCard, EventCardSkeleton } from '#web/features/catalogue/event-card/event-card.tsx'

interface EventRailProps {
  title: string
  /** `undefined` while loading or after an error. */
  events: readonly WireEvent[] | undefined
  error: Error | null
  onRetry: () => void
  isRetrying: boolean
  hotIds?: ReadonlySet<number>
  now: number
  /** Rows of four on a wide screen; default 2. */
  rows?: 1 | 2
  note?: ReactNode
  empty?: { title: string; message: string }
}

const eventsPerRow = 4
const defaultEmptyText = {
  title: 'No events with tickets right now',
  message: 'Events appear here when sellers list tickets.',
}
// On phones one row to swipe, from tablets on a grid.
const railClass =
  'grid gap-4 max-sm:-mx-4 max-sm:auto-cols-[minmax(16.5rem,74vw)] max-sm:grid-flow-col max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:grid-cols-2 lg:grid-cols-4 lg:gap-4.5'

export function EventRail({ title, note, ...rail }: EventRailProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={headingId} className="text-lg">
          {title}
        </h2>
        {note}
      </div>
      <div className="mt-3">
        <RailBody title={title} {...rail} />
      </div>
    </section>
  )
}

function RailBody({
  title,
  events,
  error,
  onRetry,
  isRetrying,
  hotIds,
  now,
  rows = 2,
  empty = defaultEmptyText,
}: Omit<EventRailProps, 'note'>) {
  const visibleCount = rows * eventsPerRow
  if (events === undefined && error !== null) {
    return (
      <Panel>
        <ErrorState
          className="py-9"
          title="Couldn’t load these events"
          message={errorText(error)}
          onRetry={onRetry}
          isRetrying={isRetrying}
          isOffline={!navigator.onLine}
        />
      </Panel>
    )
  }
  if (events === undefined) {
    return (
      <SkeletonRegion label={`Loading ${title}`} className={railClass}>
        {Array.from({ length: visibleCount }, (_, index) => (
          <EventCardSkeleton key={index} />
        ))}
      </SkeletonRegion>
    )
  }
  if (events.length === 0) {
    return (
      <Panel>
        <EmptyState className="py-9" icon={<CalendarIcon />} {...empty} />
      </Panel>
    )
  }
  return (
    <ul className={railClass}>
      {events.slice(0, visibleCount).map((event) => (
        <li key={event.id} className="snap-start">
          <EventCard event={event} isHot={hotIds?.has(event.id) ?? false} now={now} />
        </li>
      ))}
    </ul>
  )
}
