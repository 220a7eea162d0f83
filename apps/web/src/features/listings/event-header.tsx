import type { WireEvent } from '@terrace/contracts/catalogue'
import type { FeedResponse } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { dateTile } from '@terrace/domain/dates'
import { formatMoney } from '@terrace/domain/money'
import { formatCount } from '@terrace/domain/tickets'
import { Fragment, type ReactNode } from 'react'
import { DateTile } from '#web/ui/date-tile.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { eventWhen, timeStanding } from './event-clock.ts'

interface EventHeaderProps {
  event: WireEvent
  /** All that the event has now, whatever the filter; undefined while unknown. */
  stock: Pick<FeedResponse['meta'], 'total' | 'ticket_count' | 'min_price'> | undefined
  /** What can be done with the whole event. */
  action?: ReactNode
}

/** What, when by the venue's clock, where, and how much of it there is. */
export function EventHeader({ event, stock, action }: EventHeaderProps) {
  const tile = dateTile({
    local: event.event_date_local,
    timeConfirmed: event.time_confirmed,
    dateConfirmed: event.date_confirmed,
  })
  const facts = [`${event.venue.name}, ${event.venue.city}`, event.category.name, timeStanding(event)]
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-3 border-b border-line bg-surface px-5 py-4.5 max-sm:px-4 sm:px-7">
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-4.5">
        {tile && (
          <DateTile
            month={tile.month}
            day={tile.day}
            note={`${tile.weekday} ${tile.time ?? 'tbc'}`}
            label={eventWhen(event)}
          />
        )}
        <div className="min-w-0">
          <h1 className="text-lg leading-6 sm:text-xl">{event.title}</h1>
          <p className="mt-0.5 text-sm text-muted">
            {facts.map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && <span aria-hidden> · </span>}
                <span className="inline-block">{fact}</span>
              </Fragment>
            ))}
          </p>
        </div>
      </div>
      {stock && stock.total > 0 && (
        <p className="tabular text-sm text-muted">
          <Figure>{formatCount(stock.ticket_count)}</Figure> {stock.ticket_count === 1 ? 'ticket' : 'tickets'}{' '}
          in <Figure>{formatCount(stock.total)}</Figure> {stock.total === 1 ? 'listing' : 'listings'}
          {stock.min_price && (
            <>
              , from <Figure>{formatMoney(fromWireMoney(stock.min_price))}</Figure>
            </>
          )}
        </p>
      )}
      {action}
    </header>
  )
}

function Figure({ children }: { children: string }) {
  return <strong className="font-semibold text-ink">{children}</strong>
}

export function EventHeaderSkeleton() {
  return (
    <SkeletonRegion
      label="Loading the event"
      className="flex items-center gap-4.5 border-b border-line bg-surface px-7 py-4.5 max-sm:px-4"
    >
      <Skeleton className="h-[4.25rem] w-15" />
      <div className="flex flex-col gap-2.5">
        <Skeleton className="h-6 w-80 max-w-[55vw]" />
        <Skeleton className="h-4 w-64 max-w-[45vw]" />
      </div>
    </SkeletonRegion>
  )
}
