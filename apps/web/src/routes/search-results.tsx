import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PriceMeta } from '@terrace/contracts/catalogue'
import { EventRow, EventRowsSkeleton } from '#web/features/catalogue/event-card/event-row.tsx'
import { RateNote } from '#web/features/catalogue/event-card/rate-note.tsx'
import { quickEntryParams } from '#web/features/listings/filters/quick-entry.ts'
import {
  addressOfView,
  readMonthAddress,
  type MonthAddress,
} from '#web/features/search/month/month-address.ts'
import { LazySearchMonth } from '#web/features/search/month/lazy-month-view.tsx'
import { ViewSwitch } from '#web/features/search/month/view-switch.tsx'
import type { EventPage } from '#web/features/search/query/find-events.ts'
import { toSearchUrlParams } from '#web/features/search/query/search-state.ts'
import type { EventRowSlot } from '#web/features/search/results/event-results.tsx'
import { SearchResults } from '#web/features/search/results/search-results.tsx'
import { quickEntryOf } from '#web/features/search/understood/quick-entry-of.ts'
import type { ResultsProps } from '#web/features/search/panel/search-panel.tsx'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'

/** Results below the search field, in the overlay. */
export default function Results(props: ResultsProps) {
  return <SearchResults {...props} {...useSlots()} />
}

/** The same on the search page, which also shows them as a month. */
export function SearchPageResults(props: ResultsProps) {
  const { searchState } = props
  const slots = useSlots()
  const { row, note, skeleton } = slots
  const address = useSearch({ strict: false, select: readMonthAddress, structuralSharing: true })
  const navigate = useNavigate()
  const changeAddress = (change: MonthAddress) =>
    void navigate({
      to: '/search',
      search: { ...toSearchUrlParams(searchState), ...address, ...change },
      replace: true,
      resetScroll: false,
    })
  const month = (page: EventPage | undefined, isStale: boolean) => (
    <LazySearchMonth
      searchState={searchState}
      page={page}
      isStale={isStale}
      address={address}
      onAddressChange={changeAddress}
      row={(event, found) =>
        row(event, { ...found, entry: page ? quickEntryOf(page) : { listing: {}, ignoredWords: [] } })
      }
      note={note}
      skeleton={skeleton}
    />
  )
  return (
    <SearchResults
      {...props}
      {...slots}
      viewSwitch={
        <ViewSwitch view={address.view ?? 'list'} onChange={(view) => changeAddress(addressOfView(view))} />
      }
      month={address.view === 'month' ? month : undefined}
    />
  )
}

function useSlots() {
  const now = useServerNow()
  const row: EventRowSlot = (event, { entry, ...found }) => (
    <li className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <EventRow event={event} now={now} {...found} filters={quickEntryParams(entry)} />
    </li>
  )
  const note = (meta: PriceMeta) => (
    <RateNote meta={meta} className="border-b border-line px-4 py-2 text-xs text-muted sm:px-5" />
  )
  return { row, note, skeleton: <EventRowsSkeleton label="Searching events" /> }
}
