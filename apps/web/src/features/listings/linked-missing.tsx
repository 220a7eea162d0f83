import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WireListing } from '@terrace/contracts/listings'
import { Button } from '#web/ui/button.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import type { FeedFilter } from './feed-filter.ts'
import { noFilters } from './feed-search.ts'
import { spokenSeats } from './listing-facts.ts'
import { linkedListingQuery } from './queries.ts'

interface LinkedMissingProps {
  listingId: string
  filter: FeedFilter
  isNarrowed: boolean
  /** By the reader's own team, all of it or a part. */
  isHeld: boolean
  /** Leads to what comes next to it. */
  onNearest: (gone: WireListing) => void
  onClose: () => void
}

/** What became of a listing that a link named and the list does not have, and what there is instead. */
export function LinkedMissing({
  listingId,
  filter,
  isNarrowed,
  isHeld,
  onNearest,
  onClose,
}: LinkedMissingProps) {
  const navigate = useNavigate()
  const { data: listing = null, isPending } = useQuery(linkedListingQuery(listingId, filter))
  const isThere = listing !== null && (listing.available > 0 || isHeld)
  return (
    <div
      role="status"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-5 py-1.5 text-sm max-sm:px-4 lg:pl-7"
    >
      {!isPending && (
        <>
          <p className="min-w-0 flex-1">{missingText(listing, isThere, isNarrowed)}</p>
          {isThere && isNarrowed && (
            <Button
              size="sm"
              onPress={() => {
                onClose()
                void navigate({
                  to: '.',
                  search: (known) => ({ ...known, ...noFilters }),
                  hash: listingId,
                  replace: true,
                  resetScroll: false,
                })
              }}
            >
              Clear all filters
            </Button>
          )}
          {listing !== null && !isThere && (
            <Button size="sm" onPress={() => onNearest(listing)}>
              Nearest to {listing.section}
            </Button>
          )}
          <Button tone="quiet" size="sm" aria-label="Dismiss" onPress={onClose} className="!px-2">
            <CloseIcon aria-hidden className="size-4" />
          </Button>
        </>
      )}
    </div>
  )
}

function missingText(listing: WireListing | null, isThere: boolean, isNarrowed: boolean): string {
  if (listing === null) return 'The listing that you were sent to is no longer on sale.'
  const place = `${listing.section}, ${spokenSeats(listing)}`
  if (!isThere) return `${place}, is gone.`
  return isNarrowed ? `${place}, is left out by these filters.` : `${place}, stands further down this list.`
}
