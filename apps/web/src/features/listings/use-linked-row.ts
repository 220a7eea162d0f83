import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { TableRow } from './rows.ts'

/** So many listings are loaded to find one; what is further down is dear, and rarely linked to. */
const mostLooked = 2000

interface LinkedRowOptions {
  rows: readonly TableRow[]
  /** How many there are in all, loaded or not. */
  total: number
  /** The list is not yet the one that is asked for. */
  isStale: boolean
  onMore: () => void
  walkTo: (index: number) => void
  /** The team holds it, and its row is only on its way. */
  isComing: (listingId: string) => boolean
  /** The listing is not there, or too far down to look for it. */
  onMissing: (listingId: string) => void
}

/**
 * Leads to the listing that the address names after its `#`, where letters and the tracked listings point to, and then
 * takes the name out of the address: on the way back the list is left where it was.
 */
export function useLinkedRow({ rows, total, isStale, onMore, ...options }: LinkedRowOptions): void {
  const { walkTo, isComing, onMissing } = options
  // Until the page is that of the address, its list may be that of other filters.
  const linked = useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation?.href === location.href ? location.hash : '',
  })
  const navigate = useNavigate()
  useEffect(() => {
    if (!linked.startsWith('lst_') || isStale) return
    const index = rows.findIndex(({ listing }) => listing.id === linked)
    if (index === -1 && rows.length < Math.min(total, mostLooked)) {
      onMore()
      return
    }
    if (index === -1 && isComing(linked)) return
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
    if (index >= 0) walkTo(index)
    else onMissing(linked)
    // It is done once; the functions of the options are others with every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [linked, rows, total, isStale, onMore])
}
