import type { WireEvent } from '@terrace/contracts/catalogue'
import { useId, type ReactNode } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CalendarIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRegion } from '#web/ui/skeleton.tsx'
import { EventCard, EventCardSkeleton } from './event-card.tsx'

interface EventRailProps {
  title: string
  /** Undefined while they are on their way or could not be had. */
  events: readonly WireEvent[] | undefined
  error: Error | null
  onRetry: () => void
  isRetrying: boolean
  hotIds?: ReadonlySet<number>
  now: number
  /** Rows of four side by side on a wide screen: two, unless said. */
  rows?: 1 | 2
  /** Stands beside the title. */
  note?: ReactNode
  /** What to say where there is none. */
  empty?: { title: string; message: string }
}

const perRow = 4
const onSaleNowhere = {
  title: 'No events with tickets right now',
  message: 'They appear here as soon as a seller lists tickets.',
}
// One row that is swiped through on a phone, two rows side by side from a tablet on.
const shelf =
  'grid gap-4 max-sm:-mx-4 max-sm:auto-cols-[minmax(16.5rem,74vw)] max-sm:grid-flow-col max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:grid-cols-2 lg:grid-cols-4 lg:gap-4.5'

/** A named shelf of events, in each of its states. */
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
  empty = onSaleNowhere,
}: Omit<EventRailProps, 'note'>) {
  const shown = rows * perRow
  if (events === undefined && error !== null) {
    return (
      <Panel>
        <ErrorState
          className="py-9"
          title="These events could not be loaded"
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
      <SkeletonRegion label={`${title} are loading`} className={shelf}>
        {Array.from({ length: shown }, (_, place) => (
          <EventCardSkeleton key={place} />
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
    <ul className={shelf}>
      {events.slice(0, shown).map((event) => (
        <li key={event.id} className="snap-start">
          <EventCard event={event} isHot={hotIds?.has(event.id) ?? false} now={now} />
        </li>
      ))}
    </ul>
  )
}
