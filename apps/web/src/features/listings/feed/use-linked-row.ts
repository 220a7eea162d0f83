import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { TableRow } from '#web/features/listings/row/rows.ts'

/** Looks further down only when asked to; loading so many listings takes seconds. */
const maxSearchedListings = 2000

interface LinkedRowOptions {
  rows: readonly TableRow[]
  /** Number of matching listings, loaded or not. */
  total: number
  /** The rows still belong to the previous list. */
  isStale: boolean
  /** Further pages exist or are loading. */
  hasMore: boolean
  onLoadMore: () => void
  /** The listing that is searched for in the full list. */
  fullSearchId: string | null
  onFound: (index: number) => void
  /** Whether the team holds the listing and its row is still loading. */
  isRowPending: (listingId: string) => boolean
  /** Called when the listing is missing or beyond the search limit. */
  onMissing: (listingId: string) => void
}

/**
 * Moves to the listing named in the URL hash, which emails and tracked listings link to, then removes the hash so
 * that back navigation restores the scroll position.
 */
export function useLinkedRow({
  rows,
  total,
  isStale,
  hasMore,
  onLoadMore,
  ...options
}: LinkedRowOptions): void {
  const { fullSearchId, onFound, isRowPending, onMissing } = options
  // During navigation the list may still belong to other filters.
  const linkedId = useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation?.href === location.href ? location.hash : '',
  })
  const navigate = useNavigate()
  useEffect(() => {
    if (!linkedId.startsWith('lst_') || isStale) return
    const index = rows.findIndex(({ listing }) => listing.id === linkedId)
    const limit = fullSearchId === linkedId ? total : Math.min(total, maxSearchedListings)
    if (index === -1 && rows.length < limit && hasMore) {
      onLoadMore()
      return
    }
    if (index === -1 && isRowPending(linkedId)) return
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
    if (index >= 0) onFound(index)
    else onMissing(linkedId)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per link; the callbacks change on every render
  }, [linkedId, fullSearchId, rows, total, isStale, hasMore, onLoadMore])
}
