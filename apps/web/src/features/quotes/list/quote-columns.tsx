import { eventDateText } from '#web/lib/format/event-date-text.ts'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { twoLines, type TableColumn } from '#web/ui/data-table/table-column.ts'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { SignedRange } from '#web/features/quotes/signed-range.tsx'
import {
  clientTotalText,
  marginSpan,
  statusTones,
  totalsSpan,
  viewsText,
  viewTimes,
} from '#web/features/quotes/quote-texts.ts'
import { TimeLeft } from '#web/features/quotes/time-left.tsx'

const eventDay = (quote: WireQuote) => eventDateText(quote.event).split(',')[0] ?? ''

/** One text for all offers together, or the lowest and highest of alternatives. */
function rangeText(quote: WireQuote, textOf: (totals: NonNullable<WireQuote['totals']>) => string): string {
  const span = totalsSpan(quote)
  if (!span) return ''
  return [...new Set([textOf(span.lowest), textOf(span.highest)])].join('–')
}

const quantityText = (quote: WireQuote) => rangeText(quote, ({ quantity }) => String(quantity))

/** Columns of the quotes. Amounts follow the sellers' prices, so the server cannot sort by them. */
export const quoteColumns: readonly TableColumn<WireQuote>[] = [
  {
    id: 'client',
    title: 'Client · title',
    width: 130,
    grow: 1,
    sort: 'server',
    cell: (quote) => <ClientAndTitle quote={quote} />,
    text: ({ client_name, title }) => [client_name, title].filter((part) => part !== null).join(' · '),
  },
  {
    id: 'event',
    title: 'Event',
    width: 120,
    grow: 1,
    cell: ({ event }) => <span className={twoLines}>{event.title}</span>,
    text: ({ event }) => event.title,
  },
  {
    id: 'event_date',
    title: 'Event date',
    width: 94,
    dropOrder: 3,
    sort: 'server',
    cell: (quote) => <span className="tabular">{eventDay(quote)}</span>,
    text: eventDay,
  },
  {
    id: 'tickets',
    title: 'Qty',
    width: 34,
    dropOrder: 1,
    isNumeric: true,
    cell: (quote) => quantityText(quote) || '–',
    text: quantityText,
  },
  {
    id: 'client_total',
    title: 'Client pays',
    width: 128,
    isNumeric: true,
    cell: (quote) => {
      const totals = totalsSpan(quote)
      return totals ? (
        <span className="font-semibold">
          {clientTotalText(totals)}
          {quote.totals_range && <span className="sr-only">, one offer</span>}
        </span>
      ) : (
        <span className="text-muted">Whole event</span>
      )
    },
    text: (quote) =>
      rangeText(quote, ({ client_total }) => `${client_total.amount} ${client_total.currency}`),
  },
  {
    id: 'margin',
    title: 'Margin',
    width: 112,
    dropOrder: 5,
    isNumeric: true,
    cell: (quote) => {
      const totals = totalsSpan(quote)
      return totals ? <SignedRange {...marginSpan(totals)} /> : '–'
    },
    text: (quote) =>
      rangeText(quote, ({ net_commission }) => `${net_commission.amount} ${net_commission.currency}`),
  },
  {
    id: 'status',
    title: 'Status',
    width: 100,
    sort: 'server',
    cell: ({ status }) => <StatusPill tone={statusTones[status]}>{status}</StatusPill>,
    text: ({ status }) => status,
  },
  {
    id: 'views',
    title: 'Views',
    width: 96,
    dropOrder: 4,
    sort: 'server',
    firstDirection: 'desc',
    cell: ({ views }) => (
      <span className={cx('tabular', views.count === 0 && 'text-muted')} title={viewTimes(views)}>
        {viewsText(views)}
        {views.count > 0 && <span className="sr-only">, {viewTimes(views)}</span>}
      </span>
    ),
    text: ({ views }) => String(views.count),
  },
  {
    id: 'expires',
    title: 'Time left',
    width: 104,
    dropOrder: 6,
    isNumeric: true,
    sort: 'server',
    cell: (quote) =>
      quote.status === 'Expired' ? (
        <span className="tabular text-muted">{inViewerTimeZone(quote.expires_at)}</span>
      ) : (
        <TimeLeft quote={quote} />
      ),
    text: ({ expires_at }) => expires_at,
  },
  {
    id: 'created',
    title: 'Created',
    width: 120,
    dropOrder: 1,
    isOptional: true,
    sort: 'server',
    firstDirection: 'desc',
    cell: ({ created_at }) => <span className="tabular text-muted">{inViewerTimeZone(created_at)}</span>,
    text: ({ created_at }) => created_at,
  },
  {
    id: 'reference',
    title: 'Your reference',
    width: 110,
    dropOrder: 1,
    isOptional: true,
    cell: ({ reference }) => <span className="text-muted">{reference ?? '–'}</span>,
    text: ({ reference }) => reference ?? '',
  },
  {
    id: 'internal_note',
    title: 'Internal note',
    width: 160,
    grow: 1,
    dropOrder: 1,
    isOptional: true,
    cell: ({ internal_note: note }) => <span className="text-muted">{note ?? '–'}</span>,
    text: ({ internal_note: note }) => note ?? '',
  },
  {
    id: 'created_by',
    title: 'By',
    width: 110,
    dropOrder: 1,
    isOptional: true,
    cell: ({ created_by }) => created_by,
    text: ({ created_by }) => created_by,
  },
]

function ClientAndTitle({ quote: { client_name: client, title, event, ...quote } }: { quote: WireQuote }) {
  return (
    <span className={twoLines}>
      {client ?? title}
      {/* Skip a title that only repeats the event. */}
      {client !== null && title !== event.title && <span className="font-normal text-muted"> · {title}</span>}
      {quote.has_price_increases && (
        <AlertTriangleIcon
          role="img"
          aria-label="Seller raised the price"
          className="mb-0.5 ml-1.5 inline size-3.5 text-signal"
        />
      )}
    </span>
  )
}
