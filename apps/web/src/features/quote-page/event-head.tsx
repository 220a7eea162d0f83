import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import { eventWhen, standingText } from './event-words.ts'

/** What the quote is for: the event, when by the venue's clock, and where; and what the broker writes to the client. */
export function EventHead({ quote }: { quote: WireVisitorQuote }) {
  const { event, title, client_name: client, note } = quote
  const standing = standingText(event)
  return (
    <>
      {title !== event.title && (
        <p className="mb-1 font-medium text-accent [overflow-wrap:anywhere]">{title}</p>
      )}
      <h1 className="text-2xl [overflow-wrap:anywhere] max-sm:text-xl">{event.title}</h1>
      <p className="mt-2 text-muted">
        <span className="inline-block max-sm:block">{eventWhen(event)}</span>{' '}
        <span aria-hidden className="max-sm:hidden">
          ·
        </span>{' '}
        <span className="inline-block max-sm:block">
          {event.venue_name}, {event.city}
        </span>
      </p>
      {standing !== null && (
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />} className="mt-4">
          {standing}
        </Notice>
      )}
      {(client !== null || note !== null) && (
        <div className="mt-6 rounded border border-line bg-surface px-5 py-4 [overflow-wrap:anywhere]">
          {client !== null && <p className="font-medium">For {client}</p>}
          {/* The broker's own words, as they were typed: text, whatever it looks like. */}
          {note !== null && (
            <p className={client === null ? 'whitespace-pre-line' : 'mt-1 whitespace-pre-line'}>“{note}”</p>
          )}
        </div>
      )}
    </>
  )
}
