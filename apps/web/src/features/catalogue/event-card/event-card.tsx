import type { WireEvent } from '@terrace/contracts/catalogue'
import { eventStatusLabel } from '@terrace/domain/lifecycles/event-status'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Link } from '@tanstack/react-router'
import { eventDateText, eventDateTile } from '#web/lib/format/event-date-text.ts'
import { priceText } from '#web/lib/format/price.ts'
import { Art } from '#web/ui/data-display/art.tsx'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { DateTile } from '#web/ui/data-display/date-tile.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { daysUntil, leadPerformerName, monthText, relativeDayText } from './event-style.ts'

interface EventCardProps {
  event: WireEvent
  isHot?: boolean
  /** Milliseconds by the server's clock. */
  now: number
}

/** Event card with image, date, name, location, lowest price and stock. The whole card is a link. */
export function EventCard({ event, isHot = false, now }: EventCardProps) {
  const tile = eventDateTile(event)
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded border border-line bg-surface transition-colors duration-150 ease-out hover:border-line-strong has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent">
      <div className="relative">
        <Art
          pattern={event.art.pattern}
          name={leadPerformerName(event)}
          colours={event.art.colours}
          className="h-23"
        />
        {tile && (
          <span className="absolute top-3 left-3">
            <DateTile
              isPlain
              month={monthText(tile, now)}
              day={tile.day}
              label={eventDateText(event)}
              className="min-w-11 px-1.5 !w-auto"
            />
          </span>
        )}
        <span className="absolute top-3 right-3">
          <CardBadge event={event} isHot={isHot} now={now} />
        </span>
      </div>
      <div className="@container flex flex-1 flex-col px-3.5 pt-3 pb-2.5">
        <h3 className="text-[0.9375rem] leading-5 font-semibold">
          <Link
            to="/tickets/$name/$id"
            params={{ name: event.slug, id: event.id }}
            className="outline-none after:absolute after:inset-0"
          >
            {event.title}
          </Link>
        </h3>
        <p className="mt-0.5 text-muted">
          {event.venue.name}, {event.venue.city}
        </p>
        <p className="mt-auto pt-3">
          <span className="tabular flex items-baseline justify-between gap-x-2 border-t border-line pt-2.5 text-xs whitespace-nowrap @max-[15rem]:flex-col">
            <span>
              {event.min_all_in_price ? (
                <>
                  <span className="normal-nums">all-in from</span>{' '}
                  <strong className="text-sm font-semibold">{priceText(event.min_all_in_price)}</strong>
                </>
              ) : (
                <span className="text-muted">Price unavailable</span>
              )}
            </span>
            <span className="text-muted">{formatTickets(event.ticket_count)}</span>
          </span>
        </p>
      </div>
    </article>
  )
}

/** One badge, by priority: event status, then popularity, then date. */
function CardBadge({ event, isHot, now }: Required<EventCardProps>) {
  if (event.status !== 'scheduled') {
    return (
      <Badge tone={event.status === 'cancelled' ? 'danger' : 'signal'}>
        {eventStatusLabel(event.status)}
      </Badge>
    )
  }
  if (isHot) return <Badge tone="signal">Hot</Badge>
  const dayText = relativeDayText(daysUntil(event, now))
  return dayText === null ? null : <Badge tone="signal">{dayText}</Badge>
}

export function EventCardSkeleton() {
  return (
    <div className="flex h-full flex-col overflow-hidden rounded border border-line bg-surface">
      <Skeleton className="h-23 rounded-none" />
      <div className="@container px-3.5 pt-3.5 pb-2.5">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="mt-2.5 h-3.5 w-3/5" />
        <div className="mt-3 flex justify-between gap-y-2 border-t border-line pt-3 pb-0.5 @max-[15rem]:flex-col">
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      </div>
    </div>
  )
}
