import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { useState } from 'react'
import { matchesText } from '#web/lib/commands/match-text.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { pagedList, type ListQuery } from '#web/ui/data-table/list-query.ts'
import type { FilteredTable, RenderItemLink } from '#web/ui/data-table/filtered-table.ts'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { BookmarkIcon } from '#web/ui/icons.ts'
import { AlertSettings } from './alert-settings.tsx'
import { trackedQuery } from './queries.ts'
import { seatLabel } from './seat-label.ts'
import { byState, eventDay, stateText, trackedColumns, type TrackedRowData } from './tracked-columns.tsx'
import { CurrentPrice, PriceChange } from './tracked-prices.tsx'
import { TrackedBookmark, TrackedState } from './tracked-state.tsx'
import { UntrackSelected } from './untrack-selected.tsx'

interface TrackedListingsProps {
  table: FilteredTable<string>
  renderItemLink: RenderItemLink
}

/** The caller's tracked listings with price changes; an untracked row stays until the user leaves the page. */
export function TrackedListings({ table, renderItemLink }: TrackedListingsProps) {
  const { filter: search, onFilter: onSearch, ...layout } = table
  const list = pagedList(useInfiniteQuery(trackedQuery()), trackedQuery().queryKey)
  const [untracked, setUntracked] = useState<readonly WireTrackedListing[]>([])
  const [announcement, setAnnouncement] = useState('')
  const shownRows = (tracked: readonly WireTrackedListing[]) =>
    mergeRows(tracked, untracked).filter((row) => matches(row, search))
  const columns = allTrackedColumns((listing) => {
    setUntracked((known) => [...known, listing])
    setAnnouncement(`No longer tracked: ${listing.event.title}, ${seatLabel(listing)}`)
  })
  return (
    <>
      <TableList
        list={withRows(list, shownRows)}
        entity="tracked listing"
        entities="tracked listings"
        label="Tracked listings"
        columns={columns}
        keyOf={({ listing }) => listing.listing_id}
        nameOf={({ listing }) => `${listing.event.title}, ${seatLabel(listing)}`}
        {...layout}
        renderLink={({ listing: { listing_id: id } }, props) => renderItemLink(id, props)}
        renderCard={(row, tabIndex) => <TrackedCard row={row} columns={columns} tabIndex={tabIndex} />}
        search={{
          label: 'Search tracked listings',
          placeholder: 'Event, section or category',
          text: search,
          onChange: onSearch,
        }}
        onClear={search === '' ? undefined : () => onSearch('')}
        noMatchText="No tracked listings match this search."
        emptyState={<NothingTracked />}
        notice={<AlertSettings />}
        renderBulkActions={(rows, clear) => (
          <UntrackSelected
            rows={rows}
            onUntrack={(listings) => {
              setUntracked((known) => [...known, ...listings])
              clear()
            }}
          />
        )}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function allTrackedColumns(
  onUntracked: (listing: WireTrackedListing) => void,
): readonly TableColumn<TrackedRowData>[] {
  return [
    ...trackedColumns,
    {
      id: 'status',
      title: 'Status',
      width: 164,
      sort: byState,
      cell: (row, tabIndex) => <TrackedState {...row} tabIndex={tabIndex} />,
      text: stateText,
    },
    {
      id: 'track',
      title: 'Actions',
      width: 84,
      isAction: true,
      cell: (row, tabIndex) => (
        <span className="flex items-center justify-end">
          <ViewLink {...row} tabIndex={tabIndex} />
          <TrackedBookmark {...row} tabIndex={tabIndex} onUntracked={() => onUntracked(row.listing)} />
        </span>
      ),
    },
  ]
}

/** Goes straight to the listing's row; the row itself opens the details next to the list. */
function ViewLink({ listing, tabIndex }: TrackedRowData & { tabIndex: 0 | -1 }) {
  const { event, listing_id: id } = listing
  return (
    <Link
      to="/tickets/$name/$id"
      params={{ name: event.slug, id: event.id }}
      hash={id}
      tabIndex={tabIndex}
      aria-label={`View listing, ${seatLabel(listing)}`}
      className="relative z-1 inline-flex h-7 items-center rounded px-2 font-semibold hover:bg-ink/6 max-sm:h-10 max-sm:px-3"
    >
      View
    </Link>
  )
}

function TrackedCard({
  row,
  columns,
  tabIndex,
}: {
  row: TrackedRowData
  columns: readonly TableColumn<TrackedRowData>[]
  tabIndex: 0 | -1
}) {
  const { listing } = row
  const cellOf = (name: string) => columns.find(({ id }) => id === name)?.cell(row, tabIndex)
  return (
    <>
      <p className="text-muted">
        {eventDay(listing)} · {seatLabel(listing)} · {listing.category.name}
      </p>
      <p className="tabular flex items-center gap-3">
        <span>
          <CurrentPrice listing={listing} />
          {listing.current_all_in_price && <span className="text-muted"> all-in</span>}
        </span>
        <PriceChange listing={listing} />
      </p>
      <div className="flex items-center justify-between gap-3">
        {cellOf('status')}
        {cellOf('track')}
      </div>
    </>
  )
}

/** The list with rows instead of listings. */
function withRows(
  list: ListQuery<WireTrackedListing>,
  toRows: (listings: readonly WireTrackedListing[]) => TrackedRowData[],
): ListQuery<TrackedRowData> {
  const items = list.items && toRows(list.items)
  // Rows that were untracked here stay visible, and a search hides others.
  const total = items && !list.more ? items.filter(({ isTracked }) => isTracked).length : list.total
  return { ...list, items, total, loadAll: async () => toRows(await list.loadAll()) }
}

const matches = ({ listing: { event, section, row, category } }: TrackedRowData, search: string) =>
  matchesText(search, { title: event.title, detail: [event.city, section, row, category.name].join(' ') })

function NothingTracked() {
  return (
    <EmptyState
      icon={<BookmarkIcon />}
      title="No tracked listings"
      message="Bookmark a listing to track its price. We’ll alert you when the price drops or few tickets are left."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}

/** Each listing once, the most recently tracked first. */
function mergeRows(
  tracked: readonly WireTrackedListing[],
  untracked: readonly WireTrackedListing[],
): TrackedRowData[] {
  const rows = new Map<string, TrackedRowData>()
  for (const listing of untracked) rows.set(listing.listing_id, { listing, isTracked: false })
  for (const listing of tracked) rows.set(listing.listing_id, { listing, isTracked: true })
  return [...rows.values()].toSorted(
    ({ listing: left }, { listing: right }) =>
      Date.parse(right.tracked_at) - Date.parse(left.tracked_at) ||
      (left.listing_id < right.listing_id ? -1 : 1),
  )
}
