import { useIsFetching, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { useRef, type ReactNode } from 'react'
import { EventRow, EventRowsSkeleton } from '#web/features/catalogue/event-row.tsx'
import { upcomingEventsQuery } from '#web/features/catalogue/queries.ts'
import { searchEventsQuery } from '#web/features/search/queries.ts'
import { EventList, ResultsHead, SearchResults } from '#web/features/search/search-results.tsx'
import { useSlashKey } from '#web/features/search/use-slash-key.ts'
import { useTextInUrl } from '#web/features/search/use-text-in-url.ts'
import { useTitle } from '#web/lib/title.ts'
import { useRowKeys } from '#web/lib/use-row-keys.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

const route = getRouteApi('/logged-in/search')

/** One field, and below it what matches, as typed. The text lives in the address (spec §2, `/search`). */
export default function Search() {
  const { q = '' } = route.useSearch()
  const found = q.trim()
  useTitle(found === '' ? 'Search' : `${found} · Search`)
  const now = useServerNow()
  const [text, setText] = useTextInUrl(q)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useSlashKey(field)
  const isFetching = useIsFetching({ queryKey: searchEventsQuery(found).queryKey }) > 0
  const isLooking = isFetching || text.trim() !== found
  const keys = useRowKeys({ list, field, isCurrent: !isLooking })

  const row = (event: WireEvent) => (
    <li key={event.id}>
      <EventRow event={event} now={now} />
    </li>
  )

  function clear() {
    setText('')
    field.current?.focus()
  }

  return (
    <div className="mx-auto w-full max-w-245 px-4 pt-6 sm:px-7 sm:pt-10">
      <h1 className="sr-only">Search events</h1>
      <div role="search">
        <SearchField
          label="Search events"
          placeholder="Team, event, venue or city"
          size="lg"
          shortcut="/"
          value={text}
          onChange={setText}
          onKeyDown={keys.onFieldKeyDown}
          isLoading={isLooking}
          inputRef={field}
          autoFocus
        />
      </div>
      <Panel className="mt-5 overflow-hidden">
        {/* The list only passes on arrow keys between its links; it is not a control itself. */}
        <div ref={list} role="presentation" onKeyDown={keys.onListKeyDown}>
          {found === '' ? (
            <Soonest row={row} />
          ) : (
            <SearchResults
              text={found}
              onClear={clear}
              row={row}
              skeleton={<EventRowsSkeleton label="Looking for events" />}
            />
          )}
        </div>
      </Panel>
      <p className="mt-3 px-1 text-xs text-muted max-sm:hidden">
        Arrow keys move through the list, Enter opens. In the field, Enter opens the first.
      </p>
    </div>
  )
}

/** Before anything is typed: what is on next. A failure here is no obstacle to searching, so it stays silent. */
function Soonest({ row }: { row: (event: WireEvent) => ReactNode }) {
  const { data, isPending } = useQuery(upcomingEventsQuery())
  if (isPending) return <EventRowsSkeleton label="Events are loading" />
  if (data === undefined || data.data.length === 0) {
    return <ResultsHead>Type part of a name: a team, an event, a venue or a city</ResultsHead>
  }
  return (
    <>
      <ResultsHead>Soonest events</ResultsHead>
      <EventList>{data.data.map(row)}</EventList>
    </>
  )
}
