import { StatusPill } from '#web/ui/data-display/badge.tsx'
import type { TrackedRowData } from './tracked-columns.tsx'
import { TrackButton } from './track-button.tsx'
import { stateStyle } from './tracked-texts.ts'
import { useTracked } from './use-tracked.ts'

interface TrackedCellProps extends TrackedRowData {
  tabIndex: 0 | -1
}

/** Availability, or "Undo" after a press on the bookmark. */
export function TrackedState({ listing, isTracked, tabIndex }: TrackedCellProps) {
  const tracked = useTracked(listing.listing_id, isTracked)
  const { label, tone, detail } = stateStyle(listing)
  if (tracked.isTracked) {
    return (
      <StatusPill tone={tone}>
        {listing.unavailable === null ? (
          label
        ) : (
          <span>
            <span className="sr-only">{label}, </span>
            {detail}
          </span>
        )}
      </StatusPill>
    )
  }
  return (
    <span className="flex items-center gap-1 text-muted">
      No longer tracked
      <button
        type="button"
        tabIndex={tabIndex}
        onClick={({ currentTarget }) => {
          tracked.toggle()
          // The pressed button disappears, so focus moves to the bookmark.
          currentTarget.closest('[role=row], li')?.querySelector<HTMLElement>('[data-track] button')?.focus()
        }}
        className="h-7 rounded px-2 font-semibold text-ink hover:bg-ink/6 max-sm:h-10"
      >
        Undo
      </button>
    </span>
  )
}

export function TrackedBookmark({
  listing,
  isTracked,
  tabIndex,
  onUntracked,
}: TrackedCellProps & { onUntracked: () => void }) {
  const tracked = useTracked(listing.listing_id, isTracked)
  return (
    <span data-track>
      <TrackButton
        listingId={listing.listing_id}
        place={listing}
        isTracked={isTracked}
        tabIndex={tabIndex}
        {...(tracked.isTracked && { onToggle: onUntracked })}
      />
    </span>
  )
}
