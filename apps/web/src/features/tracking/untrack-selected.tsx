import { useQueryClient } from '@tanstack/react-query'
import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { useSyncExternalStore } from 'react'
import { bulkActionClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { optimisticMarks } from './marks-store.ts'
import type { TrackedRowData } from './tracked-columns.tsx'
import { untrackAll } from './use-tracked.ts'

interface UntrackSelectedProps {
  rows: readonly TrackedRowData[]
  /** Called with the listings that are no longer tracked. */
  onUntrack: (listings: readonly WireTrackedListing[]) => void
}

/** Stops tracking the selected listings. */
export function UntrackSelected({ rows, onUntrack }: UntrackSelectedProps) {
  const queryClient = useQueryClient()
  const { subscribe, read } = optimisticMarks(queryClient)
  const marks = useSyncExternalStore(subscribe, read)
  const tracked = rows
    .filter(({ listing, isTracked }) => marks[listing.listing_id]?.isTracked ?? isTracked)
    .map(({ listing }) => listing)
  return (
    <button
      type="button"
      data-command="untrack"
      disabled={tracked.length === 0}
      className={bulkActionClass}
      onClick={() => {
        untrackAll(
          queryClient,
          tracked.map(({ listing_id: id }) => id),
        )
        onUntrack(tracked)
      }}
    >
      Stop tracking
    </button>
  )
}
