import type { PriceMeta } from '@terrace/contracts/catalogue'
import { EventRow, EventRowsSkeleton } from '#web/features/catalogue/event-card/event-row.tsx'
import { RateNote } from '#web/features/catalogue/event-card/rate-note.tsx'
import { quickEntryParams } from '#web/features/listings/filters/quick-entry.ts'
import type { EventRowSlot } from '#web/features/search/results/event-results.tsx'
import { SearchResults } from '#web/features/search/results/search-results.tsx'
import type { ResultsProps } from '#web/features/search/panel/search-panel.tsx'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'

/** Results below the search field, on the search page and in the overlay. */
export default function Results(props: ResultsProps) {
  const now = useServerNow()
  const row: EventRowSlot = (event, { entry, ...found }) => (
    <li className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <EventRow event={event} now={now} {...found} filters={quickEntryParams(entry)} />
    </li>
  )
  const note = (meta: PriceMeta) => (
    <RateNote meta={meta} className="border-b border-line px-4 py-2 text-xs text-muted sm:px-5" />
  )
  return (
    <SearchResults
      {...props}
      row={row}
      note={note}
      skeleton={<EventRowsSkeleton label="Searching events" />}
    />
  )
}
