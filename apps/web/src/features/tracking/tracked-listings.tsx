import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { useState } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BookmarkIcon } from '#web/ui/icons.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AlertSettings } from './alert-settings.tsx'
import { trackedQuery } from './queries.ts'
import { TrackedSkeleton, TrackedTable, type TrackedRowData } from './tracked-table.tsx'

/** What the user tracks, and of what they are told (product.md §7). */
export function TrackedListings() {
  return (
    <div className="space-y-5">
      <AlertSettings />
      <Panel>
        <TrackedBody />
      </Panel>
    </div>
  )
}

function TrackedBody() {
  const query = useInfiniteQuery(trackedQuery())
  // What is untracked here stays in its place, so that it can be tracked again.
  const [ended, setEnded] = useState<readonly WireTrackedListing[]>([])
  return (
    <PagedList
      query={query}
      skeleton={<TrackedSkeleton />}
      failed="Your tracked listings could not be loaded"
      empty={ended.length === 0 ? <NothingTracked /> : undefined}
    >
      {(present) => (
        <TrackedTable
          rows={together(present, ended)}
          onEnd={(listing) => setEnded((known) => [...known, listing])}
        />
      )}
    </PagedList>
  )
}

function NothingTracked() {
  return (
    <EmptyState
      icon={<BookmarkIcon />}
      title="No tracked listings"
      message="Press the bookmark of a listing on an event's page: what it cost then and costs now is kept here, and you are told when it gets cheaper or few are left."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}

/** Each listing once, in the order of the server's list: the last tracked first. */
function together(
  present: readonly WireTrackedListing[],
  ended: readonly WireTrackedListing[],
): TrackedRowData[] {
  const rows = new Map<string, TrackedRowData>()
  for (const listing of ended) rows.set(listing.listing_id, { listing, isTracked: false })
  for (const listing of present) rows.set(listing.listing_id, { listing, isTracked: true })
  return [...rows.values()].toSorted(
    ({ listing: left }, { listing: right }) =>
      Date.parse(right.tracked_at) - Date.parse(left.tracked_at) ||
      (left.listing_id < right.listing_id ? -1 : 1),
  )
}
