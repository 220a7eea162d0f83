import { useState, type ReactNode } from 'react'
import type { EventPage } from '#web/features/search/query/find-events.ts'
import { toLocalTime } from '#web/features/search/query/event-filters.ts'
import type { SearchState } from '#web/features/search/query/search-state.ts'
import { countText } from '#web/features/search/understood/count-text.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { MonthSubject } from './month-source.ts'
import { MonthView, type MonthViewProps } from './month-view.tsx'

export interface SearchMonthProps extends Pick<
  MonthViewProps,
  'address' | 'onAddressChange' | 'row' | 'note'
> {
  searchState: SearchState
  /** The first page of the list, which says how the text was read; `undefined` until it has loaded. */
  page: EventPage | undefined
  /** Whether the page belongs to the previous search. */
  isStale: boolean
  skeleton: ReactNode
}

/** The month view of a search. The month of the previous search stays until the next one has been read. */
export function SearchMonth({ searchState, page, isStale, skeleton, ...props }: SearchMonthProps) {
  const [subject, setSubject] = useState<Extract<MonthSubject, { search: SearchState }>>()
  const reading = isStale ? undefined : page?.reading
  if (reading && (subject?.search !== searchState || subject.reading !== reading))
    setSubject({ search: searchState, reading })
  if (!subject || !page) return <Panel className="overflow-hidden">{skeleton}</Panel>
  return (
    <>
      <p role="status" className="tabular mb-2 text-xs text-muted">
        {isStale ? 'Searching…' : countText(page, searchState)}
      </p>
      <MonthView
        {...props}
        subject={subject}
        knownDates={page.events.map(({ event_date_local: seconds }) => toLocalTime(seconds).slice(0, 10))}
        skeleton={skeleton}
      />
    </>
  )
}
