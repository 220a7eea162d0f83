import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WireListing } from '@terrace/contracts/listings'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { Button } from '#web/ui/controls/button.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { clearedFilters } from '#web/features/listings/filters/feed-params.ts'
import { seatsLabel } from '#web/features/listings/row/listing-details.ts'
import { linkedListingQuery } from '#web/features/listings/queries.ts'

interface LinkedListingNoticeProps {
  listingId: string
  request: FeedRequest
  isFiltered: boolean
  /** Held by the viewer's team, fully or in part. */
  isHeld: boolean
  /** Progress of the search in the full list; `null` until it starts. */
  search: { loaded: number; total: number } | null
  onSearch: () => void
  onNearest: (listing: WireListing) => void
  onClose: () => void
}

/** Explains why a linked listing is not in the list, and offers an alternative. */
export function LinkedListingNotice({
  listingId,
  request,
  isFiltered,
  isHeld,
  search,
  onSearch,
  onNearest,
  onClose,
}: LinkedListingNoticeProps) {
  const navigate = useNavigate()
  const { data: listing = null, isPending } = useQuery(linkedListingQuery(listingId, request))
  const isAvailable = listing !== null && (listing.available > 0 || isHeld)
  const setLink = (hash: string, filters: object = {}) =>
    navigate({
      to: '.',
      search: (previous) => ({ ...previous, ...filters }),
      hash,
      replace: true,
      resetScroll: false,
    })
  /** Opens the link again, with other filters or another limit. */
  const reopen = (filters: object) => void setLink(listingId, filters)

  async function close() {
    // The link would be searched for again, up to the limit, and reported missing.
    if (search) await setLink('')
    onClose()
  }

  return (
    <div
      role="status"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-5 py-1.5 text-sm max-sm:px-4"
    >
      {!isPending && (
        <>
          <p className="min-w-0 flex-1">
            {missingText(listing, isAvailable, isFiltered)}
            {search && (
              <span aria-hidden className="tabular text-muted">
                {' '}
                Loading, {formatCount(search.loaded)} of {formatCount(search.total)}…
              </span>
            )}
          </p>
          {isAvailable && isFiltered && (
            <Button
              size="sm"
              onPress={() => {
                onClose()
                reopen(clearedFilters)
              }}
            >
              Clear filters
            </Button>
          )}
          {isAvailable && !isFiltered && search === null && (
            <Button
              size="sm"
              onPress={() => {
                onSearch()
                reopen({})
              }}
            >
              Go to it
            </Button>
          )}
          {listing !== null && !isAvailable && (
            <Button size="sm" onPress={() => onNearest(listing)}>
              Nearest to {listing.section}
            </Button>
          )}
          <Button
            tone="quiet"
            size="sm"
            aria-label={search ? 'Stop loading' : 'Dismiss'}
            onPress={() => void close()}
            className="!px-2"
          >
            <CloseIcon aria-hidden className="size-4" />
          </Button>
        </>
      )}
    </div>
  )
}

function missingText(listing: WireListing | null, isAvailable: boolean, isFiltered: boolean): string {
  if (listing === null) return 'The listing in this link is no longer available.'
  const label = `${listing.section}, ${seatsLabel(listing)}`
  if (!isAvailable) return `${label} is no longer available.`
  return isFiltered ? `${label} is hidden by your filters.` : `${label} is further down the list.`
}
