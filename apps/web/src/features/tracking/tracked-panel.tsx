import { eventDateText } from '#web/lib/format/event-date-text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { useState } from 'react'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { BookmarkIcon } from '#web/ui/icons.ts'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import { trackedQuery } from './queries.ts'
import { seatLabel } from './seat-label.ts'
import { TrackedDetail } from './tracked-detail.tsx'
import { stateStyle } from './tracked-texts.ts'

interface TrackedPanelProps {
  id: string
  onClose: () => void
}

/** A tracked listing next to the list; it stays while it is open, also when it is no longer tracked. */
export function TrackedPanel({ id, onClose }: TrackedPanelProps) {
  const query = useInfiniteQuery(trackedQuery())
  const found = query.data?.pages.flatMap(({ data }) => data).find(({ listing_id }) => listing_id === id)
  const [known, setKnown] = useState<WireTrackedListing | undefined>(found)
  if (found !== undefined && found !== known) setKnown(found)
  const listing = found ?? known
  const state = listing && stateStyle(listing)
  return (
    <DetailPanel
      entity="tracked listing"
      list="tracked listings"
      title={listing ? seatLabel(listing) : 'Tracked listing'}
      subtitle={listing && `${listing.event.title}, ${eventDateText(listing.event)}`}
      status={
        state && <StatusPill tone={state.tone}>{listing.unavailable ? state.detail : state.label}</StatusPill>
      }
      isPending={query.isPending}
      onClose={onClose}
    >
      {listing && <TrackedDetail listing={listing} isTracked={found !== undefined} />}
      {!listing && query.isPending && (
        <SkeletonRegion label="Loading tracked listing" className="space-y-4 p-5">
          <Skeleton className="h-44 w-full" />
          <Skeleton className="h-10 w-full" />
        </SkeletonRegion>
      )}
      {!listing && query.data && (
        <EmptyState
          icon={<BookmarkIcon />}
          title="Not tracked"
          message="You no longer track this listing, or its event is over."
        />
      )}
      {!query.data && query.isError && <LoadError title="Couldn’t load this listing" query={query} />}
    </DetailPanel>
  )
}
