import { eventDateText, eventDateTile } from '#web/lib/format/event-date-text.ts'
import type { WireEvent } from '@terrace/contracts/catalogue'
import type { FeedResponse } from '@terrace/contracts/listings'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { Fragment, type ReactNode } from 'react'
import { allInWireMoney } from './filters/price-limits.ts'
import { cx } from '#web/ui/cx.ts'
import { DateTile } from '#web/ui/data-display/date-tile.tsx'
import { timeStatus } from './event-clock.ts'

interface EventHeaderProps {
  event: WireEvent
  /** Stock of the event without filters; `undefined` until loaded. */
  stock:
    | Pick<FeedResponse['meta'], 'total' | 'ticket_count' | 'min_price' | 'service_fee_percent'>
    | undefined
  /** One line, for the compact list. */
  isSlim?: boolean
  action?: ReactNode
}

export function EventHeader({ event, stock, isSlim = false, action }: EventHeaderProps) {
  const details = [`${event.venue.name}, ${event.venue.city}`, event.category.name, timeStatus(event)]
  return (
    <header
      className={cx(
        'flex flex-wrap items-center border-b border-line bg-surface',
        isSlim
          ? 'min-h-11 gap-x-4 gap-y-1 px-5 py-1 max-sm:gap-x-2.5 max-sm:px-4 max-sm:py-1.5'
          : 'gap-x-8 gap-y-3 px-5 py-4.5 max-sm:px-4',
      )}
    >
      <div
        className={cx(
          'flex min-w-0 flex-1 items-center',
          isSlim ? 'basis-64 gap-x-3 max-sm:contents' : 'basis-80 gap-4.5',
        )}
      >
        <EventDate event={event} isSlim={isSlim} />
        <div
          className={cx(
            'min-w-0',
            // On phones, title and actions share the first line, date and stock the second.
            isSlim &&
              'items-baseline gap-x-3 max-sm:-order-1 max-sm:flex-1 max-sm:basis-[calc(100%-9.5rem)] xl:flex',
          )}
        >
          <h1
            className={
              isSlim
                ? 'text-base leading-6 max-sm:leading-5 sm:truncate xl:shrink-0'
                : 'text-lg leading-6 sm:text-xl'
            }
          >
            {event.title}
          </h1>
          <p
            className={cx(
              'text-muted',
              // Details that do not fit wrap out of sight as a whole.
              isSlim
                ? 'flex min-w-0 flex-wrap overflow-hidden text-xs sm:h-4.5 sm:whitespace-pre'
                : 'mt-0.5 text-sm',
            )}
            title={isSlim ? details.join(' · ') : undefined}
          >
            {details.map((detail, index) => (
              // On phones the slim header omits details that the date already shows.
              <Fragment key={detail}>
                {!isSlim && index > 0 && <span aria-hidden> · </span>}
                <span
                  className={cx(
                    isSlim
                      ? 'max-w-full overflow-hidden text-ellipsis sm:whitespace-pre'
                      : 'whitespace-nowrap',
                    isSlim && index > 0 && 'max-sm:hidden',
                  )}
                >
                  {isSlim && index > 0 && <span aria-hidden> · </span>}
                  {detail}
                </span>
              </Fragment>
            ))}
          </p>
        </div>
      </div>
      {stock && stock.total > 0 && (
        <>
          <StockText stock={stock} className={isSlim ? 'min-w-0 text-xs max-sm:hidden' : 'text-sm'} />
          {isSlim && <StockText stock={stock} isShort className="min-w-0 flex-1 text-xs sm:hidden" />}
        </>
      )}
      {action !== undefined && <div className={cx(isSlim && 'max-sm:-order-1')}>{action}</div>}
    </header>
  )
}

/** A calendar leaf, or date and time side by side. */
function EventDate({ event, isSlim }: { event: WireEvent; isSlim: boolean }) {
  const tile = eventDateTile(event)
  if (!tile) return null
  const label = eventDateText(event)
  if (!isSlim) {
    return (
      <DateTile
        month={tile.month}
        day={tile.day}
        note={`${tile.weekday} ${tile.time ?? 'tbc'}`}
        label={label}
      />
    )
  }
  return (
    <span
      role="img"
      aria-label={label}
      className="tabular inline-flex h-6.5 shrink-0 items-stretch overflow-hidden rounded border border-accent text-xs font-semibold whitespace-nowrap"
    >
      <span className="inline-flex items-center bg-accent px-2 text-on-accent">
        {tile.weekday} {tile.day} {tile.month.charAt(0) + tile.month.slice(1).toLowerCase()}
      </span>
      <span className="inline-flex items-center px-2">{tile.time ?? 'tbc'}</span>
    </span>
  )
}

interface StockTextProps {
  stock: NonNullable<EventHeaderProps['stock']>
  /** Omits the number of listings, which the list below shows. */
  isShort?: boolean
  className: string
}

function StockText({ stock, isShort = false, className }: StockTextProps) {
  return (
    <p className={cx('tabular text-muted', className)}>
      <StatText>{formatCount(stock.ticket_count)}</StatText> {stock.ticket_count === 1 ? 'ticket' : 'tickets'}
      {!isShort && (
        <>
          {' '}
          in <StatText>{formatCount(stock.total)}</StatText> {stock.total === 1 ? 'listing' : 'listings'}
        </>
      )}
      {stock.min_price && (
        <>
          <span className="normal-nums">, all-in from</span>{' '}
          <StatText>{allInText(stock.min_price, stock.service_fee_percent)}</StatText>
        </>
      )}
    </p>
  )
}

/** The lowest price with its fee, as checkout adds it. */
function allInText(price: WireMoney, feePercent: string): string {
  return formatMoney(fromWireMoney(allInWireMoney(price, { service_fee_percent: feePercent })))
}

function StatText({ children }: { children: string }) {
  return <strong className="font-semibold text-ink">{children}</strong>
}
