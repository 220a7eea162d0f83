import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { formatEventDate } from '@terrace/domain/time/dates'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { twoLines, type TableColumn } from '#web/ui/data-table/table-column.ts'
import { AlertSwitches } from './alert-switches.tsx'
import { filterText } from './saved-filter.ts'

type Column = TableColumn<WireSavedSearch>

const byText =
  (textOf: (search: WireSavedSearch) => string) => (left: WireSavedSearch, right: WireSavedSearch) =>
    textOf(left).localeCompare(textOf(right), undefined, { numeric: true })

/** The day of the event, without the time. */
export function searchEventDate({ event }: WireSavedSearch): string {
  const { event_date_local: local, date_confirmed: dateConfirmed, time_confirmed: timeConfirmed } = event
  return formatEventDate({ local, dateConfirmed, timeConfirmed })?.split(',')[0] ?? ''
}

/** Time of the last match, or a note that the event is over. */
export function SearchState({ search }: { search: WireSavedSearch }) {
  return <span className="tabular text-muted">{stateText(search)}</span>
}

function stateText({ state, last_alert_at: at }: WireSavedSearch): string {
  if (state === 'ended') return 'Ended'
  return at === null ? 'No match yet' : inViewerTimeZone(at)
}

export const searchColumns: readonly Column[] = [
  {
    id: 'name',
    title: 'Name',
    width: 140,
    grow: 2,
    sort: byText(({ name }) => name),
    cell: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    id: 'event',
    title: 'Event',
    width: 150,
    grow: 2,
    sort: byText(({ event }) => event.title),
    cell: ({ event }) => <span className={twoLines}>{event.title}</span>,
    text: ({ event }) => event.title,
  },
  {
    id: 'date',
    title: 'Event date',
    width: 98,
    dropOrder: 2,
    sort: byText(({ event }) => event.event_date_local),
    cell: (search) => <span className="tabular">{searchEventDate(search)}</span>,
    text: ({ event }) => event.event_date_local,
  },
  {
    id: 'filters',
    title: 'Filters',
    width: 140,
    grow: 3,
    dropOrder: 3,
    cell: (search) => <span className="text-muted">{filterText(search)}</span>,
    text: (search) => filterText(search),
  },
  {
    id: 'alerts',
    title: 'Alerts',
    width: 140,
    cell: (search, tabIndex) => <AlertSwitches search={search} tabIndex={tabIndex} />,
    text: ({ live, mail }) => [live ? 'In app' : '', mail ? 'Email' : ''].filter(Boolean).join(', '),
  },
  {
    id: 'last_match',
    title: 'Last match',
    width: 120,
    dropOrder: 1,
    firstDirection: 'desc',
    sort: byText(({ last_alert_at: at }) => at ?? ''),
    cell: (search) => <SearchState search={search} />,
    text: ({ last_alert_at: at }) => at ?? '',
  },
]
