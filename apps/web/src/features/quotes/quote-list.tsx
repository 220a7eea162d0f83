import { Link } from '@tanstack/react-router'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { formatTickets } from '@terrace/domain/tickets'
import { priceText } from '#web/lib/price.ts'
import { StatusPill } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { RowList, RowListSkeleton, rowLinkClass } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { eventText, statusTones, viewsText, viewTimes } from './quote-texts.ts'
import { TimeLeft } from './time-left.tsx'

/* Narrow (a phone, or beside an open quote): three lines. Wide: one line in columns, below their heads. */
const columns =
  '@4xl:grid @4xl:grid-cols-[6.75rem_minmax(0,1.15fr)_minmax(0,1fr)_7.5rem_6.5rem_8rem_6.5rem] @4xl:items-center'

/** Quotes, newest first. */
export function QuoteList({ quotes }: { quotes: readonly WireQuote[] }) {
  return (
    <RowList
      columns={columns}
      heads={
        <>
          <span>Status</span>
          <span>Client · title</span>
          <span>Event</span>
          <span className="text-right">Client pays</span>
          <span className="text-right">Earned</span>
          <span className="@4xl:pl-3">Views</span>
          <span className="text-right">Time left</span>
        </>
      }
    >
      {quotes.map((quote) => (
        <li key={quote.id}>
          <QuoteRow quote={quote} />
        </li>
      ))}
    </RowList>
  )
}

function QuoteRow({ quote }: { quote: WireQuote }) {
  const { id, title, client_name: client, event, status, totals, views } = quote
  return (
    <Link
      from="/profile"
      to="/profile"
      // What narrows the list stays as it is.
      search={(address) => ({ ...address, tab: 'quotes', quote: id })}
      className={rowLinkClass(columns)}
    >
      <span className="min-w-0 @4xl:order-2">
        <span className="flex items-center gap-2 font-semibold">
          <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{client ?? title}</span>
          {quote.has_dearer && (
            <AlertTriangleIcon
              role="img"
              aria-label="The seller asks for more now"
              className="size-4 shrink-0 text-signal"
            />
          )}
        </span>
        {/* A title that only names the event is said by the event. */}
        {client !== null && title !== event.title && (
          <span className="line-clamp-2 text-xs text-muted [overflow-wrap:anywhere]">{title}</span>
        )}
      </span>
      <span className="tabular text-right whitespace-nowrap @4xl:order-4">
        {totals ? (
          <>
            <span className="block font-semibold">{priceText(totals.client_total)}</span>
            <span className="block text-xs text-muted">{formatTickets(totals.quantity)}</span>
          </>
        ) : (
          <span className="text-xs text-muted">Whole event</span>
        )}
      </span>
      <span className="min-w-0 text-xs text-muted @4xl:order-3 @4xl:text-sm">
        <span className="block @4xl:text-ink">{event.title}</span>
        <span className="hidden text-xs @4xl:block">{eventText(quote)}</span>
      </span>
      <span
        className={cx(
          'tabular text-right text-xs whitespace-nowrap @4xl:order-5 @4xl:text-sm',
          totals && Number(totals.net_commission.amount) < 0 ? 'text-danger' : 'text-muted @4xl:text-ink',
        )}
      >
        {totals && (
          <>
            <span className="@4xl:hidden">earns </span>
            {priceText(totals.net_commission)}
          </>
        )}
      </span>
      <span className="flex items-center gap-3 @4xl:order-1">
        <StatusPill tone={statusTones[status]}>{status}</StatusPill>
        <span className="text-xs text-muted @4xl:hidden">{viewsText(views)}</span>
      </span>
      <span className="tabular hidden text-xs @4xl:order-6 @4xl:block @4xl:pl-3">
        {viewsText(views)}
        <span className="block text-muted">{viewTimes(views)}</span>
      </span>
      <span className="tabular text-right text-xs @4xl:order-7">
        <TimeLeft quote={quote} />
      </span>
    </Link>
  )
}

/** Rows of quotes that are on their way. */
export function QuoteListSkeleton() {
  return (
    <RowListSkeleton
      label="Quotes are loading"
      rows={6}
      headClass="@4xl:block"
      rowClass="h-22 @4xl:h-15.5"
      start={<Skeleton className="hidden h-6 w-20 @4xl:block" />}
      end={<Skeleton className="h-4 w-20" />}
    />
  )
}
