import type { WireEvent } from '@terrace/contracts/catalogue'
import { dateTile, formatEventDate } from '@terrace/domain/dates'
import { eventStatusLabel } from '@terrace/domain/event-status'
import { formatTickets } from '@terrace/domain/tickets'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { priceText } from '#web/lib/price.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DateTile } from '#web/ui/date-tile.tsx'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { monthText } from './event-look.ts'

const row = 'flex items-center gap-4 px-4 py-3 sm:gap-5 sm:px-5'

interface EventRowProps {
  event: Omit<WireEvent, 'performers'>
  now: number
  /** Name and place as they are to be drawn, where parts of them stand out. */
  title?: ReactNode
  place?: ReactNode
  /** Price and stock may come later than the event, or not at all. */
  stock?: 'known' | 'pending' | 'unknown'
}

/** One event as a line: when, what, where, from how much, how many. The whole line is the link. */
export function EventRow({ event, now, title, place, stock = 'known' }: EventRowProps) {
  const date = {
    local: event.event_date_local,
    timeConfirmed: event.time_confirmed,
    dateConfirmed: event.date_confirmed,
  }
  const tile = dateTile(date)
  return (
    <Link
      to="/tickets/$name/$id"
      params={{ name: event.slug, id: event.id }}
      className={`${row} group -outline-offset-2 transition-colors duration-150 ease-out hover:bg-sunken focus-visible:bg-accent-soft`}
    >
      {tile && (
        <DateTile
          month={monthText(tile, now)}
          day={tile.day}
          note={tile.time === null ? `${tile.weekday} tbc` : `${tile.weekday} ${tile.time}`}
          label={formatEventDate(date) ?? ''}
        />
      )}
      <span className="flex min-w-0 flex-1 flex-col gap-x-5 gap-y-1 sm:flex-row sm:items-center">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-semibold">
            <span className="min-w-0 [overflow-wrap:anywhere]">{title ?? event.title}</span>
            {event.status !== 'scheduled' && (
              <Badge tone={event.status === 'cancelled' ? 'danger' : 'signal'}>
                {eventStatusLabel(event.status)}
              </Badge>
            )}
          </span>
          <span className="block text-muted">
            {place ?? `${event.venue.name}, ${event.venue.city}`} · {event.category.name}
          </span>
        </span>
        <span className="tabular flex shrink-0 items-baseline gap-x-3 sm:w-32 sm:flex-col sm:items-end">
          {stock === 'known' && event.min_price && (
            <span>
              <span className="text-muted">from </span>
              <strong className="font-semibold sm:text-base">{priceText(event.min_price)}</strong>
            </span>
          )}
          {stock === 'known' && <span className="text-muted">{formatTickets(event.ticket_count)}</span>}
          {stock === 'pending' && (
            <>
              <Skeleton className="my-1 h-4 w-22" />
              <Skeleton className="my-0.5 h-4 w-16 max-sm:hidden" />
            </>
          )}
        </span>
      </span>
      <ChevronRightIcon
        aria-hidden
        className="size-4 shrink-0 text-muted transition-transform duration-150 ease-out group-hover:translate-x-0.5 max-sm:hidden"
      />
    </Link>
  )
}

/** Rows whose events are on their way, below the line that will say how many. */
export function EventRowsSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label} className="divide-y divide-line">
      <div className="flex h-9.5 items-center px-4 sm:px-5">
        <Skeleton className="h-3 w-40" />
      </div>
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className={row}>
          <Skeleton className="h-18 w-15 shrink-0" />
          <div className="flex-1">
            <Skeleton className="h-4 w-3/5 max-w-80" />
            <Skeleton className="mt-2.5 h-3.5 w-2/5 max-w-60" />
            <Skeleton className="mt-2.5 h-3.5 w-1/2 sm:hidden" />
          </div>
          <div className="max-sm:hidden">
            <Skeleton className="ml-auto h-4 w-24" />
            <Skeleton className="mt-2.5 ml-auto h-3.5 w-16" />
          </div>
        </div>
      ))}
    </SkeletonRegion>
  )
}
