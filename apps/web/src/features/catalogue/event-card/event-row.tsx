import type { WireEvent } from '@terrace/contracts/catalogue'
import { eventStatusLabel } from '@terrace/domain/lifecycles/event-status'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { eventDateText, eventDateTile } from '#web/lib/format/event-date-text.ts'
import { priceText } from '#web/lib/format/price.ts'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { monthText } from './event-style.ts'

// One line of 36 px in a wide list, two lines of 44 px in a narrow one, two or three lines on phones.
const row = 'flex items-center gap-4 px-4 py-2.5 sm:h-11 sm:py-0 @3xl:h-9'

interface EventRowProps {
  event: Omit<WireEvent, 'performers' | 'art'>
  now: number
  /** Replace the plain texts, for example with highlighted ones. */
  title?: ReactNode
  place?: ReactNode
  /** Price and stock may load later than the event, or fail to load. */
  stock?: 'known' | 'pending' | 'unknown'
  /** Filters of the event page that the row opens. */
  filters?: LinkProps['search']
}

/** Event row with date, name, location, lowest price and stock. The whole row is a link. */
export function EventRow({ event, now, title, place, stock = 'known', filters }: EventRowProps) {
  const tile = eventDateTile(event)
  return (
    <Link
      to="/tickets/$name/$id"
      params={{ name: event.slug, id: event.id }}
      {...(filters !== undefined && { search: filters })}
      className="@container block -outline-offset-2 transition-colors duration-150 ease-out hover:bg-sunken focus-visible:bg-accent-soft"
    >
      <span className={row}>
        {tile && (
          <span
            role="img"
            aria-label={eventDateText(event)}
            className="tabular flex w-18 shrink-0 flex-col text-xs sm:w-37 sm:flex-row sm:gap-2"
          >
            <span className="font-semibold whitespace-nowrap sm:w-18">
              {tile.day} {monthText(tile, now)}
            </span>
            <span className="text-muted">
              {tile.time === null ? `${tile.weekday} tbc` : `${tile.weekday} ${tile.time}`}
            </span>
          </span>
        )}
        <span className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-0.5 sm:flex-row sm:items-center">
          <span className="min-w-0 flex-1 @3xl:flex @3xl:items-baseline @3xl:gap-3">
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold sm:max-w-full sm:shrink-0 sm:flex-nowrap">
              <span title={event.title} className="min-w-0 [overflow-wrap:anywhere] sm:truncate">
                {title ?? event.title}
              </span>
              {event.status !== 'scheduled' && (
                <Badge tone={event.status === 'cancelled' ? 'danger' : 'signal'} className="shrink-0 sm:!h-5">
                  {eventStatusLabel(event.status)}
                </Badge>
              )}
            </span>
            <span
              title={`${event.venue.name}, ${event.venue.city} · ${event.category.name}`}
              className="block text-xs text-muted sm:truncate @3xl:min-w-0 @3xl:flex-1 @3xl:basis-0"
            >
              {place ?? `${event.venue.name}, ${event.venue.city}`} · {event.category.name}
            </span>
          </span>
          <span className="tabular flex shrink-0 items-baseline gap-x-3 text-xs whitespace-nowrap sm:flex-col sm:items-end @3xl:flex-row @3xl:items-baseline">
            {stock === 'known' && (
              <span className="order-last text-muted @3xl:order-none @3xl:w-20 @3xl:text-right">
                {formatTickets(event.ticket_count)}
              </span>
            )}
            {stock === 'known' && (
              <span className="@3xl:w-38 @3xl:text-right">
                {event.min_all_in_price && (
                  <>
                    <span className="text-muted normal-nums">all-in from </span>
                    <strong className="font-semibold">{priceText(event.min_all_in_price)}</strong>
                  </>
                )}
              </span>
            )}
            {stock === 'pending' && (
              <>
                <Skeleton className="order-last h-3.5 w-16 max-sm:hidden @max-3xl:mt-1 @3xl:order-none" />
                <Skeleton className="h-3.5 w-22" />
              </>
            )}
          </span>
        </span>
      </span>
    </Link>
  )
}

/** Placeholder rows below a placeholder for the result count. */
export function EventRowsSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label} className="@container divide-y divide-line">
      <div className="flex h-9.5 items-center px-4 sm:px-5">
        <Skeleton className="h-3 w-40" />
      </div>
      {Array.from({ length: 14 }, (_, index) => (
        <div key={index} className={row}>
          <Skeleton className="h-3.5 w-16 shrink-0 sm:w-36" />
          <div className="flex-1">
            <Skeleton className="h-3.5 w-3/5 max-w-80" />
            <Skeleton className="mt-2.5 h-3.5 w-2/5 max-w-60 sm:hidden" />
          </div>
          <Skeleton className="ml-auto h-3.5 w-36 max-sm:hidden" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
