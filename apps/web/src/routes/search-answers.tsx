import type { PriceMeta } from '@terrace/contracts/catalogue'
import { EventRow, EventRowsSkeleton } from '#web/features/catalogue/event-row.tsx'
import { RateNote } from '#web/features/catalogue/rate-note.tsx'
import { coloursOf } from '#web/features/catalogue/team-colours.ts'
import type { EventRowSlot } from '#web/features/search/event-answers.tsx'
import { SearchAnswers } from '#web/features/search/search-answers.tsx'
import type { AnswersProps } from '#web/features/search/search-panel.tsx'
import { useServerNow } from '#web/lib/use-server-now.ts'

/** What stands below the search field, on its page and over others: the index's events as rows of the catalogue. */
export default function Answers(props: AnswersProps) {
  const now = useServerNow()
  const row: EventRowSlot = (event, found) => (
    <li className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <EventRow event={event} now={now} {...found} />
    </li>
  )
  const note = (meta: PriceMeta) => (
    <RateNote meta={meta} className="border-b border-line px-4 py-2 text-xs text-muted sm:px-5" />
  )
  return (
    <SearchAnswers
      {...props}
      row={row}
      note={note}
      coloursOf={coloursOf}
      skeleton={<EventRowsSkeleton label="Looking for events" />}
    />
  )
}
