import { EventRow, EventRowsSkeleton } from '#web/features/catalogue/event-row.tsx'
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
  return <SearchAnswers {...props} row={row} skeleton={<EventRowsSkeleton label="Looking for events" />} />
}
