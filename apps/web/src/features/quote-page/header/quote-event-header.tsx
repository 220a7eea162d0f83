import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { eventDateText, statusText } from './event-copy.ts'

/** The quoted event and the broker's note to the client. */
export function QuoteEventHeader({ quote, slug }: { quote: WireClientQuote; slug: string }) {
  const { event, title, client_name: client, note } = quote
  const statusNotice = statusText(event)
  return (
    <>
      {title !== event.title && (
        <p className="mb-1 font-medium text-accent [overflow-wrap:anywhere]">{title}</p>
      )}
      <h1 className="text-2xl [overflow-wrap:anywhere] max-sm:text-xl">{event.title}</h1>
      <p className="mt-2 text-muted">
        <span className="inline-block max-sm:block">{eventDateText(event)}</span>{' '}
        <span aria-hidden className="max-sm:hidden">
          ·
        </span>{' '}
        <span className="inline-block max-sm:block">
          {event.venue_name}, {event.city}
        </span>
      </p>
      {event.status !== 'cancelled' && <AddToCalendar slug={slug} />}
      {statusNotice !== null && (
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />} className="mt-4">
          {statusNotice}
        </Notice>
      )}
      {(client !== null || note !== null) && (
        <div className="mt-6 rounded border border-line bg-surface px-5 py-4 [overflow-wrap:anywhere]">
          {client !== null && <p className="font-medium">For {client}</p>}
          {/* The broker's note is plain text and is never rendered as markup. */}
          {note !== null && (
            <p className={client === null ? 'whitespace-pre-line' : 'mt-1 whitespace-pre-line'}>“{note}”</p>
          )}
        </div>
      )}
    </>
  )
}
